// Everything a request with a token needs, in one statement: the token, its grant, its session, whose it is and what
// they may do (docs/goals.md rows 1, 3 and 4).
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { accessInOrder, TokenAccess } from '#server/features/effective-access/effective-access.public.ts'
import { isLive, payloads, SessionPayload } from '#server/features/sessions/sessions.public.ts'
import type { Db, Reads } from '#server/kernel/context.ts'
import { byPlace, gatheredCalls, unseen } from '#server/kernel/gathered-calls.ts'
import { type PersonRow, personColumns, personIn, PersonOrNobody } from './person.store.ts'

const { Payload } = payloads

const FoundToken = TokenAccess.extend(PersonOrNobody.shape).extend({
  place: z.number(),
  payload: Payload,
  consumed: z.number().nullable(),
  grantPayload: Payload.nullable(),
  sessionPayload: SessionPayload.nullable(),
  hasRules: z.boolean(),
})
export type TokenRow = Pick<
  z.output<typeof FoundToken>,
  'payload' | 'consumed' | 'grantPayload' | 'sessionPayload' | 'hasRules' | keyof TokenAccess
> & { readonly person: PersonRow | null }

const tokenIn = (row: z.output<typeof FoundToken>): TokenRow => {
  const { payload, consumed, grantPayload, sessionPayload, hasRules } = row
  return { payload, consumed, grantPayload, sessionPayload, hasRules, ...accessInOrder(row), person: personIn(row) }
}

/** No join: PostgreSQL would read a new table whole for it, and keep that plan while it grows (fresh-plans.spec.ts). */
const grantPayload = `(select g.payload from oidc_payload g where g.id = sha256(convert_to(p.grant_id, 'utf8')) and g.kind = 'Grant' and g.expires_on > now())`

export type AskedToken = { readonly id: string; readonly kind: string }

const tokenRows = async (db: Db, asked: readonly AskedToken[]): Promise<(TokenRow | undefined)[]> => {
  const rows = await db.query(
    FoundToken,
    `select asked.place::int as place, token.*
       from unnest(${unseen('$1::bytea[]')}, ${unseen('$2::text[]')}) with ordinality as asked (id, kind, place)
      cross join lateral (
            select p.payload,
                   extract(epoch from p.consumed_on)::int as consumed,
                   ${grantPayload} as "grantPayload",
                   s.payload as "sessionPayload",
                   ${personColumns},
                   exists (select 1 from security_document where kind = 'policy' and body like '%rules%') as "hasRules",
                   access.roles,
                   access.scopes,
                   access.groups
              from oidc_payload p
              left join session s
                on s.uid = p.session_uid
               and ${isLive}
              left join portal_user u
                on u.id = p.user_id
               and not u.draft
               and not u.locked_by_administrator
              left join area a on a.id = u.area_id
              left join lateral access_for_token(u.id, u.area_id, p.client_id) access on true
             where p.id = asked.id
               and p.kind = asked.kind
               and p.expires_on > now()
             limit 1) token`,
    [asked.map(({ id }) => createHash('sha256').update(id).digest()), asked.map(({ kind }) => kind)],
  )
  return byPlace(asked.length, rows).map((row) => row && tokenIn(row))
}

/** Those that are asked for at the same moment, all by one statement. */
export const loadTokens = ({ short }: Reads) => gatheredCalls<AskedToken, TokenRow>((asked) => tokenRows(short, asked))

const SessionWithPersonRow = PersonOrNobody.extend({ payload: SessionPayload })

/** A living session with its person, who is absent where they are locked or a draft. */
export const sessionBySecret = async (db: Db, secret: string) => {
  const [row] = await db.query(
    SessionWithPersonRow,
    `select s.payload,
            ${personColumns}
       from session s
       left join portal_user u
         on u.id = s.user_id
        and not u.draft
        and not u.locked_by_administrator
       left join area a on a.id = u.area_id
      where s.id = $1
        and ${isLive}`,
    [createHash('sha256').update(secret).digest()],
  )
  return row && { payload: row.payload, person: personIn(row) }
}
