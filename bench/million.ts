// A million users with names of seven countries, and an Administrator's token, for the benchmarks of the directory.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { hashOf } from '#server/features/access-tokens/access-tokens.public.ts'
import { skeletonHash } from '#server/features/accounts/accounts.public.ts'
import { insertGlobalMember } from '#server/features/members/first-administrator.store.ts'
import { IdRow } from '#server/kernel/row.ts'
import type { Database } from '#server/platform/postgres/database.ts'

const batch = 100_000

export const benchToken = 'ptp_of-the-benchmark'

export const firstNames =
  'Marta Inês Luca Chloé Anna Diego Giulia Camille Hugo Sofía Matteo Beatriz Jonas Pierre Nuria Tobias Clara Paulo Élodie Łukasz Björn Zoë Ana Carmen Léa Emma Tomás Alessandro Francesca Heinrich'.split(
    ' ',
  )
export const lastNames =
  'Weber Navarro Hoffmann Gallo Schneider Almeida Bernard Carvalho Ricci Puig Ferreira Rousseau Romero García Müller Ruiz Conti Oliveira Krüger Domènech Dupont Moreau Esposito Fischer Gonçalves Ibáñez Lefèvre Ñandú Ortega Pereira'.split(
    ' ',
  )

const NamedRow = z.object({ userName: z.string() })

/** With their skeletons, as the product adds people: those without one are all written again by the first `purge`. */
const addBatch = async (database: Database, { from, until }: { readonly from: number; readonly until: number }) => {
  const named = await database.query(
    NamedRow,
    `select folded(($1::text[])[1 + n % cardinality($1::text[])]) || '.' || folded(($2::text[])[1 + (n / 31) % cardinality($2::text[])]) || n as "userName"
       from generate_series($3::int, $4::int) n order by n`,
    [firstNames, lastNames, from, until],
  )
  await database.execute(
    `insert into portal_user (id, user_name, email, first_name, last_name, area_id, language, draft, locked_by_administrator, password_changed_on, modified_on, created_on, user_name_skeleton)
     select gen_random_uuid(),
            p.user_name,
            p.user_name || '@' || (array['group', 'client-company', 'people', 'partner'])[1 + n % 4] || '.example',
            f.name, l.name, areas.ids[1 + n % cardinality(areas.ids)], 'en', n % 500 = 0, n % 997 = 0, now(),
            now() - make_interval(secs => (n::bigint * 7919) % 31536000), now(), decode(p.skeleton, 'hex')
       from unnest($4::text[], $5::text[]) with ordinality p (user_name, skeleton, place)
       cross join lateral (select $3::int + p.place::int - 1 as n) numbered
       cross join (select array_agg(id) as ids from area) areas
       join unnest($1::text[]) with ordinality f (name, place) on f.place = 1 + n % cardinality($1::text[])
       join unnest($2::text[]) with ordinality l (name, place) on l.place = 1 + (n / 31) % cardinality($2::text[])`,
    [
      firstNames,
      lastNames,
      from,
      named.map(({ userName }) => userName),
      named.map(({ userName }) => skeletonHash(userName)),
    ],
  )
}

export const addMillion = async (database: Database, people = 1_000_000) => {
  await database.execute(
    `insert into area (id, name) select gen_random_uuid(), 'Area ' || n from generate_series(1, 5) n`,
  )
  await database.execute(`drop index user_search_text`)
  for (let from = 1; from <= people; from += batch)
    await addBatch(database, { from, until: Math.min(people, from + batch - 1) })
  await database.withClient(async (session) => {
    await session.run(`set statement_timeout = 0`)
    await session.run(`create index user_search_text on user_search using gin (text gin_trgm_ops)`)
    await session.run(`vacuum (analyze) portal_user, user_search`)
    await session.run(`reset statement_timeout`)
  })
  await addBenchToken(database)
}

export const addToken = (database: Database, { userName, token }: { userName: string; token: string }) =>
  database.execute(
    `insert into access_token (id, name, application_id, created_by, created_on, expires_on, token_hash, prefix)
     select gen_random_uuid(), $3, 1, id, now(), now() + interval '1 day', $2, 'ptp_' from portal_user where user_name = $1`,
    [userName, hashOf(token), token],
  )

/** An Administrator, and a personal access token of theirs. */
export const addBenchToken = async (database: Database) => {
  const [chief] = await database.query(IdRow, `select id from portal_user where user_name = 'bench1'`)
  await database.transaction((tx) =>
    insertGlobalMember(tx, { id: randomUUID(), userId: chief?.id ?? '', now: new Date(), roles: ['Administrator'] }),
  )
  await addToken(database, { userName: 'bench1', token: benchToken })
}
