/** Kubernetes: `kubectl` and `helm`, as clients of the cluster that they are set up for. */
import { textOf } from '../arg.ts';
import { having, opaque } from '../judge-program.ts';
import { isUnknown } from '../pattern.ts';
import type { Call, Program, ReadArgs } from '../program.ts';
import { readOptions } from '../read-options.ts';
import type { Finding } from '../walk/frame.ts';
import { CHANGE, many } from './shared.ts';

const GLOBAL = 'namespace= context= cluster= request-timeout=';

/** Secrets are named as a kind of thing, alone or among others. */
function get(read: ReadArgs, call: Call): Finding {
  if (read.operands.some((arg) => isUnknown(arg.pattern))) return opaque(call, 'unknown_argument');
  // A template may be read from any file.
  const output = [...(read.given.get('o') ?? []), ...(read.given.get('output') ?? [])];
  if (output.some((arg) => /file|\uE002/.test(arg.pattern))) return opaque(call, 'unexpected_argument', '-o');
  // All of an object holds the environment of its containers.
  const whole = output.some(
    (arg) =>
      !/^(?:wide|name|custom-columns=[\w.:,]+|jsonpath=\{[\w.*[\]]+\})$/.test(arg.pattern) || /env/i.test(arg.pattern),
  );
  const secret = whole || read.operands.some((arg) => /(?:^|,)secrets?(?:\.|\/|,|$)/i.test(arg.pattern));
  return secret ? having(call, 'read', 'sensitive') : having(call, 'read');
}

/** To wait until a value is what was said is to be told whether it is. */
const AWAITED = /^(?:create|delete|condition=[\w.-]+(?:=\w+)?|jsonpath=\{?\.status\.[\w.]+\}?=\w+)$/;

const wait = (read: ReadArgs, call: Call): Finding =>
  (read.given.get('for') ?? []).every((arg) => AWAITED.test(textOf(arg) ?? ''))
    ? get(read, call)
    : having(call, 'read', 'sensitive');

/** The description of these holds no values but those of environments, which are hidden in what is shown. */
const DESCRIBED =
  /^(?:po|pods?|deploy(?:ments?)?|rs|replicasets?|sts|statefulsets?|ds|daemonsets?|jobs?|cj|cronjobs?|rc|no|nodes?|ns|namespaces?|svc|services?|ing|ingress(?:es)?|pvc?|persistentvolumes?|persistentvolumeclaims?|sc|storageclass(?:es)?|ep|endpoints|hpa|horizontalpodautoscalers?|netpol|networkpolic(?:y|ies)|quota|resourcequotas?|limits|limitranges?|sa|serviceaccounts?|pdb|poddisruptionbudgets?)$/;

function describe(read: ReadArgs, call: Call): Finding {
  const words = read.operands.map(textOf);
  const [first = null] = words;
  if (first === null || words.includes(null)) return opaque(call, 'unknown_argument');
  const kinds = first.includes('/') ? words.map((word) => word!.split('/')[0]!) : first.split(',');
  return kinds.every((kind) => DESCRIBED.test(kind)) ? having(call, 'read') : having(call, 'read', 'sensitive');
}

/** The values of a release are shown in any other form than the usual one. */
const status = (read: ReadArgs, call: Call): Finding =>
  read.given.has('o') || read.given.has('output') ? having(call, 'read', 'sensitive') : having(call, 'read');

const reads = (long: string, short = '', more: Partial<Program> = {}): Program => ({
  short: `n= ${short}`,
  long: `${GLOBAL} ${long}`,
  operands: 'text',
  judge: get,
  ...more,
});

/** Options may stand behind the name of the pod: only what is behind `--` is the command. */
function exec(_read: ReadArgs, call: Call): Finding {
  const { frame, state, span, args } = call;
  const dashes = args.findIndex((arg) => arg.pattern === '--');
  const command = dashes < 0 ? [] : args.slice(dashes + 1);
  if (command.length === 0) return opaque(call, 'runs_text');
  frame.walk.start(frame, command, { ...state, folders: null }, span);
  const { refused, operands } = readOptions(EXEC, args.slice(0, dashes));
  if (refused !== null) return opaque(call, refused.why, refused.option);
  return operands.length === 1 ? having(call, 'read') : opaque(call, 'unexpected_argument');
}
const EXEC: Program = { short: 'it n= c=', long: `${GLOBAL} stdin tty container= quiet`, operands: 'text' };

const KUBECTL: Program = {
  short: 'n=',
  long: GLOBAL,
  sub: {
    get: reads(
      'all-namespaces output= selector= field-selector= sort-by= watch watch-only no-headers show-labels label-columns= show-kind ignore-not-found chunk-size= output-watch-events server-print? show-managed-fields',
      'Aw o= l= L=',
    ),
    describe: reads('all-namespaces selector= show-events?', 'A l=', { judge: describe }),
    logs: reads(
      'all-containers? container= follow? previous? since= since-time= tail= timestamps? selector= prefix? limit-bytes= max-log-requests= ignore-errors? all-pods?',
      'fp c= l=',
    ),
    top: reads('all-namespaces selector= sort-by= no-headers containers', 'A l='),
    events: reads('all-namespaces for= types= watch output=', 'Aw o='),
    explain: reads('recursive? api-version= output='),
    version: reads('client? output= short?', 'o='),
    'api-resources': reads('namespaced? verbs= api-group= output= no-headers sort-by=', 'o='),
    'api-versions': reads(''),
    'cluster-info': { short: 'n=', long: GLOBAL },
    rollout: {
      sub: {
        status: reads('watch? timeout= revision=', 'w'),
        // A revision is shown with its environment.
        history: reads(''),
        ...many('restart undo pause resume', CHANGE),
      },
    },
    auth: {
      sub: {
        'can-i': reads('list all-namespaces quiet no-headers as= subresource=', 'Aq'),
        whoami: reads('output=', 'o='),
      },
    },
    config: {
      sub: {
        // It shows the environment of the programs that log in; `--flatten` and `--raw` show keys and tokens, too.
        view: reads('minify output=', 'o=', { judge: (_read, call) => having(call, 'read', 'sensitive') }),
        'get-contexts': reads('output= no-headers', 'o='),
        'current-context': reads(''),
        'get-clusters': reads(''),
        'get-users': reads(''),
        ...many('use-context set set-context set-cluster set-credentials unset delete-context rename-context', CHANGE),
      },
    },
    wait: reads('for= timeout= all selector= all-namespaces', 'A l=', { judge: wait }),
    exec: { ...EXEC, ordered: true, judge: exec },
    ...many(
      'apply create delete edit patch replace scale autoscale set label annotate taint cordon uncordon drain expose',
      CHANGE,
    ),
    ...many('run cp attach debug port-forward proxy', { ...CHANGE, does: ['change', 'opaque'] }),
  },
};

const LIST =
  'all-namespaces all deployed failed pending superseded uninstalled date filter= max= offset= output= reverse short time-format= selector= namespace= kube-context= no-headers';

export const KUBERNETES: Readonly<Record<string, Program>> = {
  kubectl: KUBECTL,
  k: KUBECTL,
  helm: {
    short: 'n=',
    long: 'namespace= kube-context=',
    sub: {
      list: { short: 'Aadqr f= m= o= n= l=', long: LIST },
      ls: { short: 'Aadqr f= m= o= n= l=', long: LIST },
      status: {
        short: 'n= o=',
        long: 'namespace= output= revision= show-desc show-resources kube-context=',
        operands: 'text',
        judge: status,
      },
      history: { short: 'n= o=', long: 'namespace= output= max= kube-context=', operands: 'text' },
      version: { long: 'short template=' },
      repo: {
        sub: {
          list: { short: 'o=', long: 'output=' },
          ...many('add remove update index', { ...CHANGE, does: ['change', 'network'] }),
        },
      },
      get: { operands: 'text', words: /^-/, does: ['read', 'sensitive'] },
      ...many('install upgrade uninstall rollback delete dependency package push pull plugin', {
        ...CHANGE,
        does: ['change', 'network', 'opaque'],
      }),
    },
  },
};
