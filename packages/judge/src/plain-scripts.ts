/**
 * Scripts of other languages that only pick, count or show: known by a few forms. Any others are not read, and ask.
 */

const ADDRESS = /(?:\d+|\$|\/(?:[^/\\\n]|\\.)*\/)(?:,(?:\d+|\$|\+\d+|\/(?:[^/\\\n]|\\.)*\/))?/y;
const COMMAND =
  /[ \t]{0,9}!?[ \t]{0,9}(?:[pdqnN=]|s(?:\/(?:[^/\\\n]|\\.)*\/(?:[^/\\\n]|\\.)*\/|\|(?:[^|\\\n]|\\.)*\|(?:[^|\\\n]|\\.)*\||#(?:[^#\\\n]|\\.)*#(?:[^#\\\n]|\\.)*#)[gpIi\d]{0,4})[ \t]{0,9}(?:[;\n]|$)/y;

/** `sed`: addresses, and the commands that print, delete, end or replace. */
export function isPlainSed(script: string): boolean {
  let at = 0;
  const take = (form: RegExp): boolean => {
    form.lastIndex = at;
    const found = form.exec(script);
    if (found !== null) at += found[0].length;
    return found !== null;
  };
  while (at < script.length) {
    while (/\s/.test(script[at] ?? '')) at += 1;
    take(ADDRESS);
    if (!take(COMMAND)) return false;
  }
  return true;
}

/** `awk`: nothing that runs, reads or writes anything else, nor prints with a `>` behind it. */
export function isPlainAwk(program: string): boolean {
  const without = program
    .replaceAll('||', ';')
    .replace(/(^|[{;(~!,&\n])\s{0,9}\/(?:[^/\\\n]|\\.)*\//g, '$1')
    .replace(/"(?:[^"\\\n]|\\.)*"/g, '');
  const print = without.search(/\bprintf?\b/);
  return (
    !/[|`@]|\b(?:system|getline|close|fflush|ENVIRON|PROCINFO|SYMTAB|FUNCTAB|ARGV|ARGC)\b/.test(without) &&
    (print < 0 ||
      !without
        .slice(print)
        .replace(/\([^()]*\)/g, '')
        .includes('>'))
  );
}

const FUNCTIONS =
  /^(?:count|sum|min|max|avg|now|version|current_database|current_user|length|lower|upper|coalesce|round|date_trunc|date|pg_size_pretty|pg_database_size|pg_total_relation_size|pg_relation_size|in|and|or|not|where|from|on|as|over|exists|values|select|distinct|interval|extract|cast|case|when|then|else|any)$/i;

/** Who may log in, and how: here, or elsewhere from here; and settings that applications keep for themselves. */
const OF_ACCOUNTS =
  /passw|shadow|authid|authentication_string|global_priv|\bmysql\s*\.|user_mapping|foreign_server|subscription|conninfo|pg_settings|pg_file_settings|db_role_setting|^show (?:grants|all\b|\w+\.|create (?!(?:database|event|function|index|procedure|schema|sequence|table|trigger|view)\b))/i;

/** SQL: one question, without names in quotes and functions but those that compute. */
export function isPlainSql(text: string): boolean {
  const question = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/;$|\\G$/, '');
  if (!/^[ -~]*$/.test(question)) return false;
  if (!/^(?:select|show|table|describe|desc|explain select|pragma table_info)\b[^"`\\;$#@{}]*$/i.test(question))
    return false;
  if (/--|\/\*|\b(?:into|update|share|outfile|dumpfile|load_file|secrets?|tokens?)\b/i.test(question)) return false;
  if (OF_ACCOUNTS.test(question)) return false;
  return (
    [...question.matchAll(/(\w{1,60})\s?\(/g)].every(([, name]) => FUNCTIONS.test(name!)) &&
    !/[^\w\s]\s*\(\s*\(/.test(question)
  );
}
