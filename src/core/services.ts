import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { EventResource } from '../events.ts'
import type { Admissions } from './access/admission.ts'
import type { Permission, Reader } from './access/policy.ts'
import type { RateCounter } from './access/rate.ts'
import type { Rights } from './access/rights.ts'
import type { Database } from './database/database.ts'
import type { Meanings } from './database/failure.ts'
import type { Bus } from './events/bus.ts'
import type { Snapshot } from './events/record.ts'
import type { Tails } from './events/tail.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Represent } from './rest/represent.ts'
import type { Storage } from './storage/storage.ts'
import type { Threads } from './threads/threads.ts'
import type { Clock } from './time/clock.ts'

/** Encrypts what is kept and signs what is handed out, each purpose with a key of its own. */
export interface Secrets {
  seal(text: string, purpose: string): Buffer
  open(sealed: Uint8Array, purpose: string): string
  sign(text: string, purpose: string): string
}

/** What every operation may reach; composed once in `app.ts`. Features add theirs by declaration merging there. */
export interface Services {
  database: Database
  admissions: Admissions
  bus: Bus
  clock: Clock
  represent: Represent
  rate: RateCounter
  /** The address a request or an upgrade comes from. */
  addressOf: (request: IncomingMessage) => string
  /** What a violated constraint means to the caller: constraint name → refusal. */
  secrets: Secrets
  tails: Tails
  jobs: Jobs
  storage: Storage
  /** Bytes that an organization may store; null for no limit. */
  storageQuota: number | null
  threads: Threads
  log: Logger
  /** The base of links in mail. */
  publicUrl: string
  /** Which private addresses webhooks may call all the same. */
  receivers: { allowPrivateCidrs: readonly string[] }
  /** Who may read what events are about: resource → permission. Feed and subscriptions show no more. */
  readable: Readonly<Partial<Record<EventResource, Permission>>>
  /** What of a resource in an event is not for everyone who may read it: what one reader sees of it. */
  reserved: Readonly<Partial<Record<EventResource, (data: Snapshot, reader: Reader) => Snapshot>>>
  rights: Rights
  constraints: Meanings
}
