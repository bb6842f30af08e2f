// Security configurations: documents in YAML (R3.8-10, R5.5-06, R5.5-07, R7.5-20; A-76).
import { z } from 'zod'
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { asRead, ById, Nothing, optional, required } from './kernel/fields.ts'
import { issue } from './kernel/issue.ts'
import { ListQuery, pageOf } from './kernel/page.ts'

/** 256 KB; its bytes are counted on the server. */
export const mostBodyBytes = 262_144

export const DocumentFields = z.object({
  title: z.string(),
  description: z.string().nullable(),
  body: z.string(),
  modifiedByDisplayName: z.string(),
  modifiedOn: z.iso.datetime(),
})
export const SecurityConfiguration = z.object({ id: z.uuid(), ...DocumentFields.shape })
export type SecurityConfiguration = z.infer<typeof SecurityConfiguration>

/** As it was once saved; the highest number is how it is now. */
export const DocumentVersion = z.object({ version: z.int(), ...DocumentFields.shape })
export type DocumentVersion = z.infer<typeof DocumentVersion>

/** What is wrong with a body, and where; lines and columns begin with 1. */
export const DocumentFault = z.object({
  line: z.int().nullable(),
  column: z.int().nullable(),
  code: z.string(),
  /** The setting that it is about: `attempts`. */
  setting: z.string().nullable(),
  data: z.record(z.string(), z.string()),
})
export type DocumentFault = z.infer<typeof DocumentFault>

export const Checked = z.object({ faults: z.array(DocumentFault) })

/** The titles that the server reads. */
export const settingTitles = ['password-policy', 'lockout', 'sessions', 'company-domains'] as const
export type SettingTitle = (typeof settingTitles)[number]

export const SettingInForce = z.object({
  title: z.enum(settingTitles),
  /** As one would write it. */
  body: z.string(),
  /** The configuration that says so; null where none does, and the installation's own value holds. */
  configurationId: z.uuid().nullable(),
})
export type SettingInForce = z.infer<typeof SettingInForce>

const title = required(200)
const description = optional(1000)
const body = z.string({ error: issue('missing') }).max(mostBodyBytes, issue('document-too-large'))

export const NewDocument = z.object({ title, description, body })
export const DocumentChange = z.object({
  title: title.optional(),
  description: description.optional(),
  body: body.optional(),
  modifiedOn: asRead,
})

const god = anyOf('God')
const path = '/admin/securityConfig/:id'

export const securityConfig = endpoints({
  list: {
    method: 'GET',
    path: '/admin/securityConfig',
    access: god,
    summary: 'The security configurations, by title.',
    query: ListQuery,
    output: pageOf(SecurityConfiguration),
  },
  inForce: {
    method: 'GET',
    path: '/admin/securityConfig/inForce',
    access: god,
    summary: 'The settings that the server reads, as they are in force.',
    output: z.array(SettingInForce),
  },
  check: {
    method: 'POST',
    path: '/admin/securityConfig/check',
    access: god,
    summary: 'What is wrong with a body, line by line; nothing is stored.',
    input: z.object({ title: z.string().max(200), body }),
    output: Checked,
  },
  get: { method: 'GET', path, access: god, summary: 'One.', params: ById, output: SecurityConfiguration },
  versions: {
    method: 'GET',
    path: '/admin/securityConfig/:id/versions',
    access: god,
    summary: 'Each of its versions, the newest first.',
    params: ById,
    output: z.array(DocumentVersion),
  },
  create: {
    method: 'POST',
    path: '/admin/securityConfig',
    access: god,
    stepUp: true,
    summary: 'A new one. Under the title of a setting it is in force at once.',
    input: NewDocument,
    example: (unique) => ({ title: `Rules ${unique}`, description: null, body: `name: ${unique}` }),
    output: SecurityConfiguration,
  },
  save: {
    method: 'PUT',
    path,
    access: god,
    stepUp: true,
    summary: 'As it shall be.',
    params: ById,
    input: NewDocument.extend({ modifiedOn: asRead }),
    example: (unique) => ({ title: `Rules ${unique}`, description: null, body: `name: ${unique}` }),
    output: SecurityConfiguration,
  },
  change: {
    method: 'PATCH',
    path,
    access: god,
    stepUp: true,
    summary: 'Only what differs (JSON merge patch).',
    params: ById,
    input: DocumentChange,
    example: (unique) => ({ body: `name: ${unique}` }),
    output: SecurityConfiguration,
  },
  remove: {
    method: 'DELETE',
    path,
    access: god,
    stepUp: true,
    summary: 'Of a setting: the installation’s own value holds again.',
    params: ById,
    output: Nothing,
  },
})
