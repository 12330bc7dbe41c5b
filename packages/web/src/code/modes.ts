/** How the text of a file is coloured, by its name. Each language is fetched when it is needed. */
import type { StreamParser } from '@codemirror/language';

export type Mode = StreamParser<unknown>;

export const yamlMode = async (): Promise<Mode> => (await import('@codemirror/legacy-modes/mode/yaml')).yaml;

const MODES: readonly (readonly [RegExp, () => Promise<Mode>])[] = [
  [/\.ya?ml$/i, yamlMode],
  [
    /\.(?:ba|z|k|da)?sh$|^\.(?:bash|zsh)rc$|^\.(?:bash_)?profile$/i,
    async () => (await import('@codemirror/legacy-modes/mode/shell')).shell,
  ],
  [/\.json$/i, async () => (await import('@codemirror/legacy-modes/mode/javascript')).json],
  [/\.[cm]?jsx?$/i, async () => (await import('@codemirror/legacy-modes/mode/javascript')).javascript],
  [/\.[cm]?tsx?$/i, async () => (await import('@codemirror/legacy-modes/mode/javascript')).typescript],
  [/\.py$/i, async () => (await import('@codemirror/legacy-modes/mode/python')).python],
  [/\.rb$/i, async () => (await import('@codemirror/legacy-modes/mode/ruby')).ruby],
  [/\.p[lm]$/i, async () => (await import('@codemirror/legacy-modes/mode/perl')).perl],
  [/\.go$/i, async () => (await import('@codemirror/legacy-modes/mode/go')).go],
  [/\.rs$/i, async () => (await import('@codemirror/legacy-modes/mode/rust')).rust],
  [/\.[ch]$/i, async () => (await import('@codemirror/legacy-modes/mode/clike')).c],
  [/\.java$/i, async () => (await import('@codemirror/legacy-modes/mode/clike')).java],
  [/\.sql$/i, async () => (await import('@codemirror/legacy-modes/mode/sql')).standardSQL],
  [/\.toml$/i, async () => (await import('@codemirror/legacy-modes/mode/toml')).toml],
  [/\.css$/i, async () => (await import('@codemirror/legacy-modes/mode/css')).css],
  [/\.(?:xml|html?|svg)$/i, async () => (await import('@codemirror/legacy-modes/mode/xml')).html],
  [/^(?:docker|container)file/i, async () => (await import('@codemirror/legacy-modes/mode/dockerfile')).dockerFile],
  [/nginx.*\.conf$/i, async () => (await import('@codemirror/legacy-modes/mode/nginx')).nginx],
  [
    /\.(?:ini|conf|cfg|env|properties|service|timer|socket|repo)$|^\.env/i,
    async () => (await import('@codemirror/legacy-modes/mode/properties')).properties,
  ],
];

export const modeOf = (fileName: string): (() => Promise<Mode>) | undefined =>
  MODES.find(([name]) => name.test(fileName))?.[1];
