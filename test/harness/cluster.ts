import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { createPool } from '#core/database/connection'
import { startEmbedded } from '#core/database/embedded'
import { migrate } from '#core/database/migrate'
import { assertPortable } from './portable-sql/heard.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the cluster's maintenance database. */
    cluster: string
    /** A migrated database to make others from. */
    template: string
  }
}

/** One throw-away cluster for the whole run, with one migrated template that every database is copied from. */
export default async function startCluster({ provide }: TestProject) {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-test-'))
  const cluster = await startEmbedded(directory, { say: () => {}, durable: false })
  const template = 'kontor_template'
  await statement(cluster.url, `create database ${template}`)
  const url = onDatabase(cluster.url, template)
  const system = createPool(url, 'system', 1)
  await migrate(system, url)
  await system.end()
  assertPortable()
  provide('cluster', cluster.url)
  provide('template', template)
  return async () => {
    await cluster.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The same server, another database. */
export function onDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** A migrated database of one's own: for what is global, such as migrations, the clock or the dispatcher. */
export async function createDatabase(
  cluster: string,
  template: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await statement(cluster, `create database ${name} template ${template}`)
  return {
    url: onDatabase(cluster, name),
    drop: () => statement(cluster, `drop database if exists ${name} with (force)`),
  }
}

async function statement(url: string, text: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
