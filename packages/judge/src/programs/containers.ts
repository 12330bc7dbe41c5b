/** Containers: `docker`, `podman`, `docker compose`. */
import { textOf, union } from '../arg.ts';
import { having, opaque } from '../judge-program.ts';
import type { Call, Program, ReadArgs } from '../program.ts';
import type { Finding, State } from '../walk/frame.ts';
import { CHANGE, CODE, many } from './shared.ts';
import { readAssignments } from './wrappers.ts';

const NETWORK: Program = { operands: 'text', words: /^-/, does: ['change', 'network'] };
const list = (long: string, short = ''): Program => ({ short, long, operands: /^[\w.:/@*-]*$/ });

/** What is shown of a container holds its environment, where nothing else was asked for. */
function inspect(read: ReadArgs, call: Call): Finding {
  const formats = [...(read.given.get('f') ?? []), ...(read.given.get('format') ?? [])];
  // Of several, the program takes one or the other.
  const format = formats.length === 1 ? textOf(formats[0]) : null;
  const fields = (format ?? '')
    .split('{{')
    .slice(1)
    .map((piece) => piece.split('}}')[0]!);
  const narrow = fields.length > 0 && fields.every((field) => FIELD.test(field));
  return narrow ? having(call, 'read') : having(call, 'read', 'sensitive');
}

/** Fields that hold neither an environment, nor the words of a command, nor what somebody stored. */
const FIELD =
  /^ ?(?:json )?\.(?:Id|ID|Name|Created|CreatedAt|UpdatedAt|Image|ImageName|Driver|Scope|Platform|RestartCount|LogPath|Path|Mounts|Mountpoint|RepoTags|RepoDigests|Size|VirtualSize|SizeRootFs|SizeRw|Architecture|Os|Parent|IPAM|Containers|Labels|(?:State|Status|NetworkSettings|RootFS)(?:\.\w+)*|Config\.(?:Image|Hostname|User|WorkingDir|ExposedPorts|Volumes|Labels|StopSignal)|HostConfig\.(?:RestartPolicy|NetworkMode|Memory\w*|NanoCpus|Cpu\w*|PidsLimit|PortBindings|Privileged|Binds|ReadonlyRootfs|CapAdd|CapDrop|ExtraHosts|Dns|LogConfig\.Type)(?:\.\w+)*) ?$/;

/** How an image was made tells what its environment is. */
const HISTORY: Program = {
  short: 'Hq',
  long: 'format= human no-trunc quiet',
  operands: 'text',
  judge: (read, call) =>
    read.given.has('q') || read.given.has('quiet') ? having(call, 'read') : having(call, 'read', 'sensitive'),
};

/** The command behind the container's name is judged as if it ran here, with the environment that it is handed. */
function inside(own: 'read' | 'change') {
  return (read: ReadArgs, call: Call): Finding => {
    const [, ...command] = read.operands;
    const { frame, state, span } = call;
    const handed = [...(read.given.get('e') ?? []), ...(read.given.get('env') ?? [])];
    const { bad, secrets } = readAssignments(handed);
    const inside: State = { ...state, folders: null, exported: union(state.exported, secrets) };
    if (command.length > 0) frame.walk.start(frame, command, inside, span);
    else if (own === 'read') return opaque(call, 'runs_text');
    if (own === 'change') return having(call, 'change', 'opaque');
    return bad === null ? having(call, 'read') : opaque(call, 'variable', bad);
  };
}

const INSPECT: Program = { short: 's f=', long: 'format= size type=', operands: 'text', judge: inspect };
const PS = list('all filter= format= last= latest no-trunc quiet size', 'alqs f= n=');
const LOGS = list('follow since= tail= timestamps until= names color', 'ft n=');
const IMAGES = list('all digests filter= format= no-trunc quiet tree', 'aq f=');
/** More words are options of `ps`. */
const TOP: Program = { operands: /^[\w.-]+$/, most: 1 };
const LS = list('filter= format= no-trunc quiet all', 'aq f=');
const EXEC: Program = {
  ordered: true,
  short: 'itdT u= w= e=',
  long: 'interactive tty detach user= workdir= env= privileged index= no-TTY',
  operands: 'text',
  judge: inside('read'),
};
const RUN: Program = {
  ordered: true,
  short: 'itdP e= v= p= u= w= h= l= m= c=',
  long: 'rm interactive tty detach name= env= env-file= volume= publish= user= workdir= network= entrypoint= hostname= label= memory= cpus= restart= platform= pull= mount= read-only privileged init',
  operands: 'text',
  judge: inside('change'),
};

const COMPOSE: Program = {
  short: 'f: p=',
  long: 'file: project-name= profile= ansi= no-ansi',
  sub: {
    ...many('ls', LS),
    ps: list('all filter= format= quiet services status= no-trunc orphans?', 'aq'),
    logs: list('follow since= tail= timestamps until= no-color no-log-prefix', 'ft n='),
    images: list('format= quiet', 'q'),
    top: list(''),
    port: list('protocol= index='),
    version: list('format= short', 'f='),
    events: list('json since= until='),
    // Its `--output` is a file.
    config: {
      short: 'q',
      long: 'quiet services volumes images networks profiles format= no-interpolate',
      operands: 'text',
      does: ['read', 'sensitive'],
    },
    exec: EXEC,
    ...many('up run build pull push create', CODE),
    ...many('down start stop restart kill rm pause unpause scale cp wait watch', CHANGE),
  },
};

const ENGINE: Program = {
  sub: {
    ps: PS,
    logs: LOGS,
    images: IMAGES,
    stats: list('all format= no-stream no-trunc', 'a'),
    top: TOP,
    port: list(''),
    diff: list(''),
    history: HISTORY,
    version: list('format=', 'f='),
    info: list('format=', 'f='),
    events: list('filter= format= since= until=', 'f='),
    inspect: INSPECT,
    exec: EXEC,
    run: RUN,
    compose: COMPOSE,
    container: {
      sub: {
        ls: PS,
        list: PS,
        ps: PS,
        logs: LOGS,
        inspect: INSPECT,
        top: TOP,
        port: list(''),
        stats: list('all format= no-stream', 'a'),
        diff: list(''),
        exec: EXEC,
        run: RUN,
        ...many('rm stop start restart kill prune create rename update pause unpause cp', CHANGE),
      },
    },
    image: {
      sub: {
        ls: IMAGES,
        list: IMAGES,
        history: HISTORY,
        inspect: INSPECT,
        ...many('rm prune tag import load', CHANGE),
        ...many('pull push', NETWORK),
        build: CODE,
      },
    },
    volume: { sub: { ls: LS, list: LS, inspect: INSPECT, ...many('rm create prune', CHANGE) } },
    network: {
      sub: {
        ls: LS,
        list: LS,
        inspect: list('format= verbose', 'v f='),
        ...many('rm create prune connect disconnect', CHANGE),
      },
    },
    system: {
      sub: {
        df: list('verbose format=', 'v'),
        info: list('format=', 'f='),
        events: list('filter= since= until='),
        prune: CHANGE,
      },
    },
    context: {
      sub: {
        ls: LS,
        list: LS,
        show: list(''),
        inspect: list('format=', 'f='),
        ...many('use create rm update', CHANGE),
      },
    },
    node: {
      sub: {
        ls: LS,
        ps: list('filter= no-trunc quiet', 'q f='),
        inspect: list('pretty format='),
        ...many('rm update promote demote', CHANGE),
      },
    },
    service: {
      sub: {
        ls: LS,
        ps: list('filter= no-trunc quiet', 'q f='),
        logs: LOGS,
        inspect: INSPECT,
        ...many('rm update scale rollback', CHANGE),
        create: CODE,
      },
    },
    stack: {
      sub: {
        ls: LS,
        ps: list('filter= no-trunc quiet', 'q'),
        services: list('filter= quiet', 'q'),
        rm: CHANGE,
        deploy: CODE,
      },
    },
    secret: { sub: { ls: LS } },
    pod: { sub: { ls: LS, ps: LS, list: LS } },
    ...many(
      'rm rmi stop start restart kill pause unpause rename update tag load import save export commit create wait attach cp swarm plugin',
      CHANGE,
    ),
    ...many('pull push login logout search', NETWORK),
    ...many('build buildx builder', CODE),
  },
  long: 'version help',
  short: 'v',
};

export const CONTAINERS: Readonly<Record<string, Program>> = {
  docker: ENGINE,
  podman: ENGINE,
  nerdctl: ENGINE,
  'docker-compose': COMPOSE,
  crictl: {
    sub: {
      ps: list('all quiet', 'aq'),
      pods: list('quiet', 'q'),
      images: list('quiet', 'q'),
      logs: LOGS,
      version: list(''),
      stats: list('all', 'a'),
    },
  },
};
