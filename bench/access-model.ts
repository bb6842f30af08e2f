// The server's answers beside a naive model (server/spec/testing/naive-access.ts) while subtrees move.
import { globalTenant } from '#contract/tenants.ts'
import { NaiveAccess, type World } from '#server/spec/testing/naive-access.ts'
import { ask, parametersOf, check, direct, one, people, type Question, roles, rows, say } from './access-questions.ts'

say('Reading the world for the naive model …')
const world: World = {
  tenants: await rows(
    `select id, parent_id as "parentId", requires_two_factor as "requiresTwoFactor" from tenant where id <> '${globalTenant}'`,
  ),
  users: await rows(`select id, draft, locked_by_administrator as locked, area_id as "areaId" from portal_user`),
  groups: await rows(
    `select g.id, g.rule, g.area_id as "areaId", array(select user_id from group_member m where m.group_id = g.id) as members from user_group g`,
  ),
  rows: await rows(
    `select m.tenant_id as "tenantId", m.identity_id as "identityId", m.identity_type as "identityType", m.is_inheritable as "isInheritable",
            (select coalesce(json_agg(json_build_object('roleId', r.role_id, 'over', coalesce(r.ends_on <= now(), false))), '[]') from role_assignment r where r.member_id = m.id) as roles
       from tenant_member m`,
  ),
  roles,
}
const model = new NaiveAccess(world)

/** A subtree goes elsewhere; what was asked before it was there may answer either way. */
const moveOne = (): Move | undefined => {
  const [subtree, to] = [one(world.tenants), one(world.tenants)]
  if (subtree.requiresTwoFactor || model.isBelow(to.id, subtree.id)) return undefined
  return { subtree, from: subtree.parentId, to: to.id }
}

const below = Map.groupBy(world.tenants, ({ parentId }) => parentId)
const deeper = (id: string): string => {
  const next = below.get(id)
  return next && Math.random() < 0.8 ? deeper(one(next).id) : id
}
const groups = new Map(world.groups.map((group) => [group.id, group]))
const atTenant = Map.groupBy(world.rows, ({ tenantId }) => tenantId)
/** Somebody of a membership there: themselves, or somebody of the group. */
const somebodyAt = (tenantId: string) => {
  const row = one(atTenant.get(tenantId) ?? [one(world.rows)])
  const userId = row.identityType === 'Group' ? one(groups.get(row.identityId)?.members ?? []) : row.identityId
  return {
    userId: userId ?? one(people).id,
    roleId: Math.random() < 0.8 && row.roles.length > 0 ? one(row.roles).roleId : one(roles).id,
  }
}
type Move = { subtree: World['tenants'][number]; from: string | null; to: string }
/** About the subtree that moves, mostly: of somebody who stands in it, or above it before or after. */
const askAbout = (move: Move | undefined): Question => {
  if (!move || Math.random() < 0.2) return ask()
  const tenantId = deeper(move.subtree.id)
  const above = one([move.from, move.to, tenantId, ...model.ancestors(tenantId), ...model.ancestors(move.to)])
  return { tenantId, ...somebodyAt(above ?? globalTenant) }
}

type Answer = { question: Question; before: boolean; allowed: boolean; settled: boolean }

/** Eight at a time, while a subtree moves. */
const answersDuring = async (move: Move | undefined): Promise<Answer[]> => {
  let over = !move
  const moving =
    move &&
    direct.query(`update tenant set parent_id = $2 where id = $1`, [move.subtree.id, move.to]).then(() => (over = true))
  const batch = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const answers: Answer[] = []
      for (let n = 0; n < 25; n++) {
        const question = askAbout(move)
        const settled = over
        const before = model.effective(question.userId, question.tenantId).has(question.roleId)
        answers.push({ question, before, allowed: await check(parametersOf(question)), settled })
      }
      return answers
    }),
  )
  await moving
  return batch.flat()
}

/** A world that is kept would be deeper after each run: every figure of the next one would be of another tree. */
const putBack = async (moves: readonly Move[]) => {
  for (const { subtree, from } of moves.toReversed())
    await direct.query(`update tenant set parent_id = $2 where id = $1`, [subtree.id, from])
}

/** Answers how many answers were wrong. */
export const compareWithModel = async (questions: number) => {
  let [wrong, yes, either, done] = [0, 0, 0, 0]
  const moves: Move[] = []
  const began = performance.now()
  while (done < questions) {
    const move = moveOne()
    const answers = await answersDuring(move)
    if (move) {
      move.subtree.parentId = move.to
      moves.push(move)
    }
    for (const { question, before, allowed, settled } of answers) {
      const now = model.effective(question.userId, question.tenantId).has(question.roleId)
      const right = settled ? allowed === now : allowed === now || allowed === before
      if (!right && wrong++ < 5) say(`  wrong: ${JSON.stringify({ ...question, allowed, now, before, settled })}`)
      done++
      yes += allowed ? 1 : 0
      either += now === before ? 0 : 1
    }
  }
  say(
    `${done} random checks, ${yes} of them allowed, while ${moves.length} subtrees moved (${either} answers changed by a move): ${wrong} wrong, in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  )
  await putBack(moves)
  return wrong
}
