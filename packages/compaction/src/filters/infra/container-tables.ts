// Tables of docker, podman, kubectl, helm and crictl: removes padding, states once what is the same in every row.
import type { Filter, FilterInput } from '../../filter.ts';
import { readColumns, squeezeTable } from '../../stages/squeeze-columns.ts';

const HEADING = /^[A-Z][A-Z0-9 ()%/._\-\t]{6,}$/;

/** `0.0.0.0:80->80/tcp, :::80->80/tcp` is one port on every address; tcp is the default and not stated. */
function shortenPorts(ports: string): string {
  const parts = ports.split(', ');
  const onIpv6 = new Set(
    parts.map((part) => /^(?::::|\[::\]:)(.*)$/.exec(part)?.[1]).filter((rest) => rest !== undefined),
  );
  const result: string[] = [];
  for (const part of parts) {
    const everywhere = /^0\.0\.0\.0:(.*)$/.exec(part)?.[1];
    const ipv6 = /^(?::::|\[::\]:)(.*)$/.exec(part)?.[1];
    if (everywhere !== undefined && onIpv6.has(everywhere)) result.push(`*:${everywhere}`);
    else if (ipv6 === undefined || !parts.includes(`0.0.0.0:${ipv6}`)) result.push(part);
  }
  return result.map((part) => part.replace(/\/tcp$/, '')).join(', ');
}

function apply({ lines, cut }: FilterInput): readonly string[] | null {
  const result: string[] = [];
  let hidden = 0;
  let i = 0;
  while (i < lines.length) {
    const heading = lines[i] as string;
    if (heading === '' || !HEADING.test(heading)) {
      // a warning before the table stays; anything else means that this is not such a table
      if (heading !== '' && result.length > 0) return null;
      if (heading !== '') result.push(heading);
      i++;
      continue;
    }
    let end = i + 1;
    while (end < lines.length && lines[end] !== '') end++;
    const read = readColumns(heading, lines.slice(i + 1, end));
    if (read === null) return null;
    const table = { ...read, heads: read.heads.map((name) => (name === 'CONTAINER ID' ? 'ID' : name)) };
    const quotedCommand =
      table.heads.includes('COMMAND') && table.rows.some((row) => row.some((cell) => /^".*…"$/.test(cell)));
    if (quotedCommand) hidden++;
    result.push(
      ...squeezeTable(table, {
        without: quotedCommand ? ['COMMAND'] : [],
        cell: (value, head) => (head === 'PORTS' ? shortenPorts(value) : value),
      }),
    );
    i = end;
  }
  if (hidden > 0) result.push(cut(hidden, 'COMMAND column'));
  return result;
}

const LISTING =
  /^(?:ps|images|ls|list|stats|top|get|search|history|status|rollout|api-resources|volume|network|node|service|stack|context|container|image|compose|repo|events|config)$/;

/** Clouds print the same tables under any subcommand. */
export const cloudTables: Filter = {
  name: 'cloud-tables',
  isList: true,
  matches: ({ program }) => /^(?:gcloud|doctl|hcloud|flyctl|fly|oci|heroku|scw|nomad|consul|eksctl)$/.test(program),
  apply,
};

export const containerTables: Filter = {
  name: 'container-tables',
  isList: true,
  matches: ({ program, sub }) =>
    /^(?:docker|docker-compose|podman|podman-compose|kubectl|k|oc|k3s|microk8s|helm|crictl|minikube|kind)$/.test(
      program,
    ) && LISTING.test(sub),
  apply,
};
