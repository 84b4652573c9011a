import fs from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../harness/house.ts'
import { type Firm, openFirm } from './firm.ts'

// The disk is full at each single write of sending an invoice and of its mail: to a table, to the queue of jobs, at the commit, and to a
// file. What must hold: `disk_full`, nothing half done, no number lost, and the same request works as soon as there is room.

let started: Awaited<ReturnType<typeof startApp>>
let firm: Firm
let tables: Disk
let files: Disk

/** A disk that is full for one write. */
interface Disk {
  /** The write that fails, counted from here; 0 for none. */
  failAt(number: number): Promise<void>
  /** Writes since. */
  count(): Promise<number>
}

beforeAll(async () => {
  started = await startApp({ env: { MAIL_LIMIT_PER_HOUR: '0' } })
  firm = await openFirm(await started.app.server.listen({ port: 0, host: '127.0.0.1' }), started.url)
  tables = await diskOfTables(firm.system)
  files = diskOfFiles(started.directory)
})
afterAll(async () => {
  Object.assign(fs.promises, intact)
  syncBuiltinESMExports()
  await firm.system.end()
  await started.stop()
})

/** PostgreSQL refuses with 53100 what finds no room. */
async function diskOfTables(system: Pool): Promise<Disk> {
  await system.query(`
    create schema disk;
    create sequence disk.writes minvalue 0 start 1;
    create table disk.full_at (write bigint not null);
    insert into disk.full_at values (0);
    create function disk.write() returns trigger language plpgsql security definer as $$
      begin
        if nextval('disk.writes') = (select write from disk.full_at) then
          raise exception 'could not extend file: No space left on device' using errcode = '53100';
        end if;
        return null;
      end
    $$;
    create constraint trigger disk_commit after update on public.invoices
      deferrable initially deferred for each row execute function disk.write();
    do $$
      declare named regclass;
      begin
        for named in select oid from pg_class where relkind in ('r', 'p') and not relispartition
          and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) loop
          execute format('create trigger disk after insert or update or delete on %s execute function disk.write()', named);
        end loop;
      end
    $$`)
  return {
    failAt: async (number) =>
      void (await system.query(`update disk.full_at set write = ${number}; select setval('disk.writes', 0)`)),
    count: async () => Number((await system.query('select last_value as count from disk.writes')).rows[0].count),
  }
}

const intact = { ...fs.promises }

/** `ENOSPC` where a file or a folder is made, named, written or made durable below a folder. */
function diskOfFiles(folder: string): Disk {
  let full = 0
  let count = 0
  const write = () => {
    count += 1
    if (count === full) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  }
  const isHere = (path: unknown) => String(path).startsWith(folder)
  const here = <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    (async (...args) => {
      if (isHere(args[0])) write()
      return work(...args)
    }) as typeof work
  const handles = new WeakSet<object>()
  let isPatched = false
  const patch = (handle: object) => {
    const prototype = Object.getPrototypeOf(handle)
    for (const name of ['write', 'writev', 'writeFile', 'sync']) {
      const original = prototype[name]
      prototype[name] = async function (...args: unknown[]) {
        if (handles.has(this)) write()
        return original.apply(this, args)
      }
    }
    isPatched = true
  }
  Object.assign(fs.promises, {
    mkdir: here(intact.mkdir),
    rename: here(intact.rename),
    writeFile: here(intact.writeFile),
    async open(...args: Parameters<typeof intact.open>) {
      if (isHere(args[0]) && args[1] !== 'r') write()
      const handle = await intact.open(...args)
      if (!isPatched) patch(handle)
      if (isHere(args[0])) handles.add(handle)
      return handle
    },
  })
  syncBuiltinESMExports()
  return {
    async failAt(number) {
      full = number
      count = 0
    },
    count: async () => count,
  }
}

const disks = ['tables', 'files'] as const
const diskOf = (name: (typeof disks)[number]) => (name === 'tables' ? tables : files)

/** At how many writes a send found no room. */
const failures: Partial<Record<(typeof disks)[number], number>> = {}
let sent = 0

test.each(disks)(
  'a send without disk space in %s does nothing, and can be repeated',
  async (name) => {
    const disk = diskOf(name)
    let failed = 0
    for (let write = 1; ; write++) {
      const [id = ''] = await firm.drafts(1)
      await disk.failAt(write)
      const answer = await firm.send(id)
      const isReached = (await disk.count()) >= write
      await disk.failAt(0)
      sent += 1
      if (answer?.status !== 200) {
        failed += 1
        expect(answer, `at write ${write}`).toMatchObject({ status: 503, body: { error: 'disk_full' } })
        expect((await firm.call('GET', `/invoices/${id}`))?.body).toMatchObject({ status: 'draft', number: null })
        await firm.expectWhole()
        expect(await firm.send(id), `again after write ${write}`).toMatchObject({ status: 200 })
      }
      await firm.expectWhole()
      if (!isReached) break
    }
    failures[name] = failed
    expect(failed).toBeGreaterThan(9)
  },
  120_000,
)

test('a mail without disk space is delivered in the end', async () => {
  await started.app.work()
  for (const [name, writes] of [['tables', 10] as const, ['files', 4] as const])
    for (let after = 1; after <= writes; after++) {
      const disk = diskOf(name)
      const [id = ''] = await firm.drafts(1)
      const write = (failures[name] ?? 0) + after
      await disk.failAt(write)
      // Jobs write meanwhile: it may be the send that meets it.
      for (let answer = await firm.send(id); answer?.status !== 200; answer = await firm.send(id))
        expect(answer).toMatchObject({ status: 503, body: { error: 'disk_full' } })
      sent += 1
      for (let looks = 0; looks < 20 && (await disk.count()) < write; looks++) await sleep(50)
      await disk.failAt(0)
      await firm.expectWhole()
    }
  await firm.passTime()
  const mails = await firm.mailed()
  await firm.expectWhole()
  expect(mails).toHaveLength(sent)
  const outbox = join(started.directory, 'outbox')
  const names = (await readdir(outbox)).filter((name) => !name.startsWith('.'))
  expect(new Set(names.map((name) => /Z-(.*)\.eml$/.exec(name)?.[1]))).toEqual(new Set(mails.map(({ id }) => id)))
  for (const name of names) expect(await readFile(join(outbox, name), 'latin1')).toMatch(/--\r\n$/)
  // One that has left, and could not be marked, leaves again.
  expect(names.length - sent).toBeLessThanOrEqual(10)
}, 240_000)
