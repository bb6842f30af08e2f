// What is written into searches, filters and orders by those who hope that it becomes SQL, OData or a pattern.

const breakouts = ["'", "''", '"', "')", '")', '`', "\\'", '1', 'name', '$1', '$$', "E'\\''", "U&'\\0027'"]
const continuations = [
  ' or 1=1--', ' or true', ' and 1=0', '; drop table portal_user;--', '; select pg_sleep(9);--', ' union select password_hash from portal_user--', ' union all select null,null,null--', '||(select version())||', ' or exists(select 1 from setting)',
  ' and (select length(password_hash) from portal_user limit 1)>1', '::int', ' limit 0 offset 0', ' order by password_hash', '/**/or/**/1=1', ';--', ' -- ', '/*', ' or 1=cast((select current_user) as int)', '; copy portal_user to program $$x$$', ' returning *', ' collate "C"', ' nulls first',
]

const lone = [
  '', ' ', "'", "''", "'''", '"', '`', '\\', '\\\\', '%', '%%', '_', '__', '%_%', '\\%', '$1', '$2', '$$', '$tag$', ':name', '?', '@', ';', '--', '/*', '*/', '#', '(', ')', '((((', '))))', '{}', '[]', '<>', '|', '||', '&', '&&', '!', '~', '^', '*', '.*', '.+', '(a+)+$', '^(([a-z])+.)+[A-Z]([a-z])+$', '(?:', '[[:<:]]',
  'null', 'NULL', 'undefined', 'NaN', 'Infinity', 'true', 'false', '-1', '0', '1e400', '1e-400', '9223372036854775808', '-9223372036854775809', '0x41', '1;1', '1,1', '٣', '１', 'ﬃ', 'ß', 'İ', 'ı', '\u0301', '\u202e', '\ufeff', '\u200b', '🦜', '\u2028', '\t', '\r\n', '\n', '\u0001', '\u007f', '\uffff',
  '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'password_hash', 'passwordHash', 'password_hash desc', 'u.password_hash', 'security_stamp', 'shared_secret_hash', 'token_hash', 'a.shared_secret_hash', 't.token_hash', '(select 1)', 'case when 1=1 then name else id end', 'random()', 'pg_sleep(5)', '1 desc, 2', 'name asc; select 1', 'name,password_hash', '*', 'count(*)', 'ctid', 'xmin', 'tableoid',
]

/** Said to OData: right, nearly right, and not known here. */
export const filters = [
  "name eq 'x'", "name eq 'O''Neil'", "name eq 'x' or 1 eq 1", "1 eq 1", 'true', "'a' eq 'a'", "name eq name", 'name eq password_hash', "passwordHash eq 'x'", "password_hash ne null", "startswith(passwordHash,'$argon2')", "contains(password_hash,'a')", "contains(security_stamp,'')", "sharedSecret ne null", "startswith(sharedSecret,'$')", "tokenHash ne null", "contains(tokenHash,'a')",
  "contains(name,'')", "contains(name,'%')", "contains(name,'_')", "contains(name,'\\')", "contains(name, 'x') eq true", "endswith(name,'x')", "substringof('x',name)", "matchesPattern(name,'(a+)+$')", "tolower(name) eq 'x'", "concat(name,'x') eq 'y'", 'length(name) gt 1', 'year(createdOn) eq 2026', 'now() gt createdOn', "cast(name,'Edm.Int32') eq 1", "isof('x')", 'name in (1,2)', "name has 'x'", 'any(x:x eq 1)', "owners/any(o:o/id eq 'x')", "owners/passwordHash eq 'x'", '$it/name eq null', '@p eq 1', "name eq 'x';--", "name eq 'x') or (1 eq 1", "(name eq 'x'", "name eq 'x'))", "name eq 'x", "name eq x'", 'name eq', 'eq', 'name', 'and', 'not', 'not not not name eq null', 'name eq null and', "name lk 'x'", 'name eq 1e400', 'name eq -', 'name eq --1', 'name eq 0x1', 'name eq 1 1', 'name eq null null',
  "__proto__ eq 'x'", "constructor eq 'x'", "toString eq 'x'", "hasOwnProperty eq true", "name eq guid'x'", "name eq datetime'2026-01-01'", "id eq 'x'", "id eq null", "id gt 'a'", `${'('.repeat(21)}name eq null${')'.repeat(21)}`, `${'not '.repeat(200)}name eq null`, Array.from({ length: 200 }, () => 'name eq null').join(' or '), `name eq '${'x'.repeat(9_000)}'`, '('.repeat(4_000),
]

/** Each field is compared with each of these; what is of another kind is refused, and nothing reaches the database that it cannot read. */
export const literals = ["''", "'x'", "'%'", "'\\'", "''''", "' or 1=1--'", 'null', 'true', 'false', '0', '1', '-1', '1.5', '-0.000001', '2147483647', '2147483648', '99999999999999999999', '2026-01-01', '0000-00-00', '9999-99-99', '2026-02-30', "'2026-02-30T25:61:61Z'", "'275760-09-13'", "'-1'", "'infinity'", "'now'", "'today'", "'epoch'", '6dedf125-8067-5dc5-aa7d-a6b1a92971aa', "'6dedf125-8067-5dc5-aa7d-a6b1a92971aa'", "'\u0001'", "'🦜'"]

export const injections = [...new Set([...breakouts.flatMap((out) => continuations.map((go) => out + go)), ...lone])]
