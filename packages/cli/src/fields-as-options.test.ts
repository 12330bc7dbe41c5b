/** What the service says of fields, told in the words of the command line. */
import { describe, expect, it } from 'vitest';
import { COMMANDS } from './catalogue.ts';
import { CliError } from './cli-error.ts';
import { fieldsAsOptions, inOwnWords } from './fields-as-options.ts';

const spec = (path: string) => COMMANDS.find((one) => one.path === path)!;
const told = (path: string, ...fields: [field: string, problem: string][]) => {
  const listed = fields.map(([field, problem]) => ({ field, problem }));
  const error = new CliError('Invalid arguments: …', { code: 'arguments_invalid', fields: listed, hint: 'of the API' });
  return inOwnWords(error, spec(path)) as CliError;
};

describe('a wrong field', () => {
  it('is named by the option or argument that fills it', () => {
    expect(told('machine add', ['slug', 'no spaces'], ['connection.host_key', 'too long']).message).toBe(
      'this does not fit: <slug>: no spaces; --host-key: too long',
    );
    expect(told('machine set', ['connection.jump.host', 'no spaces']).message).toContain('--jump: no spaces');
    expect(told('token create', ['validity_days', 'at most 365']).message).toContain('--days: at most 365');
    expect(told('user add', ['password', 'at least 8 characters']).message).toContain('--password-stdin: at least 8');
    expect(told('exec', ['timeout_seconds', 'at most 300']).message).toContain('--timeout: at most 300');
    expect(told('machine add', ['slug', 'no spaces']).hint).toContain('synapse machine add --help');
  });

  it('is told by the options that its problem lists', () => {
    const { message } = told('machine add', ['connection', 'give one of key_secret, password_secret and agent']);
    expect(message).toBe('this does not fit: give one of --key-secret, --password-secret and --agent');
    const kind = told('machine add', ['connection', 'does not apply to machines of kind agent']);
    expect(kind.message).toBe('this does not fit: connection: does not apply to machines of kind agent');
  });

  it('leaves every other error as it is', () => {
    const other = new CliError('Machine not found', { code: 'machine_not_found' });
    expect(inOwnWords(other, spec('machine add'))).toBe(other);
    const defect = new Error('x');
    expect(inOwnWords(defect, spec('machine add'))).toBe(defect);
  });
});

it('no two options of a command fill the same field', () => {
  for (const command of COMMANDS) {
    const named = [...fieldsAsOptions(command).values()];
    const all = (command.args?.length ?? 0) + (command.options?.length ?? 0);
    expect(named.length, command.path).toBe(all);
  }
});
