// The setting `demonstration`: that a database holds the demonstration organisation, and the accounts that it offers.
import { z } from 'zod'
import { DemoAccount } from './demo/account.ts'
import type { Tx } from './kernel/context.ts'

const marker = 'demonstration'

const AccountsRow = z.object({ value: z.array(DemoAccount) })

export const demonstrationAccounts = async (tx: Tx) =>
  (await tx.query(AccountsRow, `select value from setting where name = $1`, [marker])).at(0)?.value

export const storeDemonstration = (tx: Tx, accounts: readonly DemoAccount[]) =>
  tx.execute(`insert into setting (name, value) values ($1, $2)`, [marker, JSON.stringify(accounts)])
