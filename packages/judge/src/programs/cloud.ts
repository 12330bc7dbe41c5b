/** Clients of clouds, and tools that set machines up. */
import { textOf } from '../arg.ts';
import { having, opaque } from '../judge-program.ts';
import type { Call, Program, ReadArgs } from '../program.ts';
import type { Finding } from '../walk/frame.ts';

/** The words that are no options say what is asked for; what answers with a secret is not among those that read. */
const asks =
  (reads: RegExp) =>
  (read: ReadArgs, call: Call): Finding => {
    const words = read.operands.map(textOf);
    if (words.some((word) => word === null)) return opaque(call, 'unknown_argument');
    // A value may be a file that is read and sent.
    const file = call.args.find((arg) => /fileb?:\/\//.test(arg.pattern));
    if (file !== undefined) return opaque(call, 'unexpected_argument', file.pattern);
    return reads.test(words.join(' '))
      ? having(call, 'read')
      : {
          ...opaque(call, 'unknown_subcommand', words.slice(0, 2).join(' ')),
          effects: ['change', 'network', 'opaque'],
        };
  };

const version: Program = {
  words: /^-/,
  operands: 'text',
  judge: (_read, call) =>
    call.args.length === 1 && /^(?:--version|-version|-v|version)$/.test(textOf(call.args[0]) ?? '')
      ? having(call, 'read')
      : { ...opaque(call, 'runs_code'), effects: ['change', 'opaque'] },
};

export const CLOUD: Readonly<Record<string, Program>> = {
  terraform: version,
  tofu: version,
  packer: version,
  vagrant: version,
  pulumi: version,
  ansible: version,
  'ansible-playbook': version,
  'ansible-inventory': version,
  puppet: version,
  salt: version,
  'chef-client': version,
  aws: {
    long: 'version region= profile= output= query= no-cli-pager max-items= filters= instance-ids= color= no-paginate page-size= human-readable summarize recursive bucket= stack-name= cluster= services= function-name= log-group-name= name= target-group-arn= load-balancer-arn= names= db-instance-identifier=',
    operands: 'text',
    judge: (read, call) =>
      read.given.has('version')
        ? having(call, 'read')
        : asks(
            /^(?:sts get-caller-identity|s3 ls(?: s3:\/\/\S*)?|configure list|iam list-(?:users|roles|groups)|(?!secretsmanager|ssm |kms |iam )[a-z0-9-]+ (?:describe|list)-[a-z0-9-]+)$/,
          )(read, call),
  },
  /** They write logs and settings into the home, whatever they are asked. */
  az: { words: /^-/, operands: 'text', does: ['change', 'network'] },
  gcloud: { words: /^-/, operands: 'text', does: ['change', 'network'] },
};
