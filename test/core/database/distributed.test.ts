import { expect, inject, test } from 'vitest'
import { createPool, isDistributed } from '#core/database/connection'
import { isOnSeveralServers } from '../../harness/several-servers.ts'

// Settings on one and several servers. PostgreSQL accepts settings of missing extensions, so Citus is not needed.

const timeouts = { statementTimeoutMs: 1000, lockTimeoutMs: 1000, waitTimeoutMs: 1000 }

async function settingsOf(onSeveral: boolean) {
  const pool = createPool(inject('cluster'), 'app', 1, timeouts, onSeveral)
  try {
    const { rows } = await pool.query(
      `select current_user as role, current_setting('plan_cache_mode') as plans,
         current_setting('citus.propagate_set_commands', true) as propagates`,
    )
    return rows[0]
  } finally {
    await pool.end()
  }
}

test.skipIf(isOnSeveralServers('what one server is set to'))('plans each statement once on a single server', async () =>
  expect(await settingsOf(false)).toEqual({ role: 'kontor_app', plans: 'force_generic_plan', propagates: null }),
)

test('on several servers, plans are made by organization and SET LOCAL reaches them all', async () =>
  expect(await settingsOf(true)).toEqual({ role: 'kontor_app', plans: 'auto', propagates: 'local' }))

test.skipIf(isOnSeveralServers('that one is no Citus'))(
  'a database is on several servers where it has Citus',
  async () => {
    const extensions = (names: string[]) => ({ query: async () => ({ rows: names.map(() => ({})) }) }) as never
    expect(await isDistributed(extensions(['citus']))).toBe(true)
    expect(await isDistributed(extensions([]))).toBe(false)
    const system = createPool(inject('cluster'), 'system', 1)
    try {
      expect(await isDistributed(system)).toBe(false)
    } finally {
      await system.end()
    }
  },
)
