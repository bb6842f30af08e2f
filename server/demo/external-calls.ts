// A fortnight of calls with personal access tokens: two programs that run by night, and somebody's report.
import type { TokenUse } from '#server/features/access-tokens/access-tokens.public.ts'
import { chanceOf, daysBefore, idOf, minutesAfter } from './chance.ts'
import type { DemoPerson } from './people.ts'

const programs = [
  {
    name: 'nightly sync',
    owner: 'marta.oliveira',
    entries: ['/api/v1/admin/users', '/api/v1/admin/groups'],
    a: [40, 70],
  },
  { name: 'payroll', owner: 'luca.navarro', entries: ['/api/v1/admin/users', '/api/v1/admin/users/:id'], a: [15, 30] },
  { name: 'report', owner: 'marta.oliveira', entries: ['/api/v1/admin/tenants', '/api/v1/admin/areas'], a: [1, 6] },
] as const

const days = 14

export const demoCalls = (now: Date, people: readonly DemoPerson[]): TokenUse[] => {
  const chance = chanceOf('external calls')
  return programs.flatMap(({ name, owner, entries, a: [least, most] }, index) => {
    const person = people.find(({ userName }) => userName === owner)
    if (!person) return []
    return Array.from({ length: days }, (_, back) => daysBefore(now, back)).flatMap((day) =>
      Array.from({ length: chance.between(least, most) }, () => ({
        tokenId: idOf('token', name),
        tokenName: name,
        userId: person.id,
        userName: person.userName,
        date: minutesAfter(day, -chance.next() * 600),
        method: 'GET',
        apiEntry: chance.pick([...entries]),
        ip: `203.0.113.${10 + index}`,
        statusCode: chance.often(0.97) ? 200 : chance.pick([401, 403, 503]),
      })),
    )
  })
}
