import { expect, test } from 'vitest'
import { ListQuery } from '#contract/kernel/page.ts'
import { listQuery, where } from './list-query.ts'

test('R7.1-03 a list asks from 0 for 10 unless told otherwise, and orders by "field asc" or "field desc"', () => {
  expect(listQuery()).toEqual({ skip: '0', take: '10' })
  expect(
    listQuery({ search: ' marta ', skip: 20, take: 25, orderBy: { field: 'modifiedOn', direction: 'desc' } }),
  ).toEqual({
    search: 'marta',
    skip: '20',
    take: '25',
    orderBy: 'modifiedOn desc',
  })
  expect(listQuery({ orderBy: { field: 'name' } }).orderBy).toBe('name asc')
})

test('R7.1-03 extra parameters and useProfile go along, absent ones do not', () => {
  expect(listQuery({ useProfile: true }, { locked: true, area: undefined })).toEqual({
    skip: '0',
    take: '10',
    useProfile: 'true',
    locked: 'true',
  })
})

test('R7.1-04 several filters must all hold, and selected fields come once each', () => {
  const query = listQuery({
    filter: [where('areaId', 'eq', "O'Hara"), undefined, where('locked', 'eq', true)],
    select: ['id', 'name', 'id'],
  })
  expect(query.filter).toBe("(areaId eq 'O''Hara') and (locked eq true)")
  expect(query.select).toBe('id,name')
  expect(listQuery({ filter: where('age', 'ge', 7) }).filter).toBe('age ge 7')
})

test('R7.1-03 R7.1-04 what the browser sends is what the contract reads', () => {
  const read = ListQuery.parse(
    listQuery({
      search: 'x',
      skip: 5,
      take: 7,
      orderBy: { field: 'title', direction: 'desc' },
      filter: 'a eq 1',
      select: ['a', 'b'],
    }),
  )
  expect(read).toMatchObject({
    search: 'x',
    skip: 5,
    take: 7,
    orderBy: { field: 'title', descending: true },
    filter: 'a eq 1',
    select: ['a', 'b'],
  })
})
