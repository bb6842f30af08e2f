// What the primary orders, and what a worker says: over the channel that Node opens between them, and nothing else.
import { z } from 'zod'

export const Order = z.discriminatedUnion('order', [
  z.object({ order: z.enum(['prepare', 'serve']), task: z.unknown() }),
  z.object({ order: z.enum(['retire', 'stop']) }),
])
export type Order = z.output<typeof Order>

export const WorkerMessage = z.discriminatedUnion('said', [
  /** Loaded, and waiting for orders. */
  z.object({ said: z.literal('here') }),
  z.object({ said: z.literal('prepared'), result: z.unknown() }),
  /** It listens. */
  z.object({ said: z.literal('ready') }),
  /** What the operator is to read; the worker ends. */
  z.object({ said: z.literal('failed'), message: z.string() }),
])
export type WorkerMessage = z.output<typeof WorkerMessage>
