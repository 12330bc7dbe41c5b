/** Whether a text of SQL only asks: nothing that writes, and no function that is not known to do nothing else. */

export type SqlText = 'reads' | 'sensitive' | 'opaque';

const BEGINS = /^(?:select|show|explain|with|values|table|describe|desc|pragma|use)$/;
/** Anywhere in a statement. */
const FORBIDDEN = new Set(
  'insert update delete drop alter create truncate grant revoke into copy call do execute prepare deallocate lock unlock vacuum analyze set reset load replace merge attach detach reindex listen notify refresh comment import export begin commit rollback savepoint start discard cluster checkpoint handler install uninstall kill shutdown flush purge optimize repair outfile dumpfile infile'.split(
    ' ',
  ),
);
/** Words in front of a bracket that are no functions. */
const WORDS = new Set(
  'in and or not where from on using as over filter by when then else select union all any some exists values join left right inner outer full cross lateral like ilike between case having limit offset group order partition within distinct except intersect with recursive materialized varchar char numeric decimal cast interval within is returning only'.split(
    ' ',
  ),
);
const FUNCTIONS = new Set(
  'count sum avg min max now lower upper length char_length octet_length coalesce nullif greatest least abs floor ceil ceiling round trunc mod power sqrt sign substring substr left right trim ltrim rtrim replace concat concat_ws split_part position strpos initcap lpad rpad repeat reverse md5 to_char to_date to_timestamp to_number date_trunc date_part extract age make_interval date time datetime timestamp strftime julianday unixepoch year month day hour minute second curdate curtime current_date current_time current_timestamp localtimestamp utc_timestamp timestampdiff datediff date_add date_sub date_format from_unixtime unix_timestamp current_database current_user session_user current_schema version database user schema array_agg array_length array_to_string string_agg json_agg jsonb_agg json_build_object jsonb_build_object row_to_json to_json to_jsonb json_extract jsonb_array_elements json_array_elements jsonb_object_keys json_object_keys unnest generate_series row_number rank dense_rank percent_rank ntile lag lead first_value last_value nth_value percentile_cont percentile_disc stddev variance bool_and bool_or every ifnull isnull iif if typeof group_concat total instr printf hex quote pg_size_pretty pg_database_size pg_total_relation_size pg_relation_size pg_table_size pg_indexes_size pg_postmaster_start_time pg_is_in_recovery pg_get_viewdef pg_get_indexdef pg_get_constraintdef obj_description col_description format_type has_table_privilege txid_current_snapshot pg_wal_lsn_diff pg_current_wal_lsn pg_last_wal_receive_lsn pg_last_wal_replay_lsn pg_last_xact_replay_timestamp pg_blocking_pids connection_id found_rows random'.split(
    ' ',
  ),
);
const PRIVATE = /passw|secret|token|pg_authid|pg_shadow|api_?key|credential|private_key/i;
const TOKEN =
  /\s+|--[^\n]*|'(?:[^'\\]|'')*'|"(?:[^"\\]|"")*"|`[^`\\]*`|[A-Za-z_][\w.]*|\d[\w.]*|[-+*/%<>=!|,.:;()[\]?^~&#@{}]/y;

export function readSql(text: string): SqlText {
  const statements: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    // A backslash, a `$$`, an open quote; and comments, which MySQL may run.
    if (token === undefined || text.startsWith('/*', at) || token.startsWith('#')) return 'opaque';
    at += token.length;
    if (/^\s|^--/.test(token)) continue;
    if (token === ';') statements.push([]);
    else statements.at(-1)!.push(/^['"`]/.test(token) ? token : token.toLowerCase());
  }
  const filled = statements.filter((tokens) => tokens.length > 0);
  if (filled.length === 0 || !filled.every(asks)) return 'opaque';
  return PRIVATE.test(text) ? 'sensitive' : 'reads';
}

function asks(tokens: readonly string[]): boolean {
  if (!BEGINS.test(tokens[0]!)) return false;
  if (tokens[0] === 'pragma' && tokens.some((token) => token === '=' || token === '(')) return false;
  return tokens.every((token, index) => {
    if (!/^[a-z_]/.test(token)) return true;
    const name = token.split('.').at(-1)!;
    if (FORBIDDEN.has(token) && !(token === 'replace' && tokens[index + 1] === '(')) return false;
    if (tokens[index + 1] !== '(') return true;
    // A table's name in front of its columns looks like a call, too: behind FROM and JOIN it is none that runs.
    return WORDS.has(name) || (FUNCTIONS.has(name) && (!token.includes('.') || token.startsWith('pg_catalog.')));
  });
}
