import type { Pool } from 'pg'
import { createLinkToken } from '#core/access/link-token'
import { createMultipartForm, type Load, parseId, runConcurrently, type SendRequest } from './worst-loads.ts'
import type { ResolveId } from './worst-requests.ts'

// Texts that parsers are slow on, shown on public pages and converted for members.

const hostile = {
  brackets: '['.repeat(199_000),
  'addresses without an end': 'http://a.b/('.repeat(16_000),
  emphasis: '*a_ '.repeat(49_000),
  quotes: '> '.repeat(90_000),
}

interface Site {
  idOf: ResolveId
  atOnce: number
  organizationId: string
  memberId: string
  system: Pool
}

/** Many views at once of each public page with hostile texts. */
export function createPublicLoads(send: SendRequest, site: Site): Load[] {
  return [...contracts(send, site), booking(send, site), share(send, site), ...conversions(send, site)]
}

function contracts(send: SendRequest, { idOf, atOnce, organizationId, system }: Site): Load[] {
  // Contracts nest quotes 12 levels at most.
  return Object.entries({ ...hostile, quotes: `${'> '.repeat(12)}a\n`.repeat(7_000) }).map(([name, content]) => {
    let path = ''
    return {
      kind: 'page of a contract to sign',
      name,
      prepare: async () => {
        const body = { client_id: idOf('client'), title: name, content }
        const id = parseId(await send('POST', '/api/v1/contracts', body))
        const sent = await send('POST', `/api/v1/contracts/${id}/send`, {})
        if (sent.status !== 200) throw new Error(`Not sent: ${sent.status} ${sent.text.slice(0, 300)}`)
        // What opens it stands in the mail alone: another link to the same contract.
        const { token, hash } = createLinkToken(organizationId)
        await system.query(
          `insert into signing_links (organization_id, hash, created_at, kind, subject_id, sent_to, expires_at)
           values ($1, $2, now(), 'contract', $3, '{}', now() + interval '1 day')`,
          [organizationId, hash, id],
        )
        path = `/sign/${token}`
      },
      run: () => runConcurrently(atOnce * 5, () => send('GET', path)),
    }
  })
}

function booking(send: SendRequest, { atOnce, memberId, system }: Site): Load {
  let path = ''
  return {
    kind: 'booking page',
    name: 'description of brackets, 10 questions of 50 choices',
    prepare: async () => {
      const questions = Array.from({ length: 10 }, (_, index) => ({
        key: `q${index}`,
        label: '['.repeat(200),
        kind: 'choice',
        choices: Array.from({ length: 50 }, (_, choice) => `${choice} ${'['.repeat(40)}`),
      }))
      const slug = `t${Date.now()}`
      const body = {
        name: 'Termin',
        slug,
        duration_minutes: 15,
        description: hostile.brackets.slice(0, 5000),
        questions,
      }
      const made = await send('POST', '/api/v1/booking/event-types', body)
      if (made.status !== 201) throw new Error(`No event type: ${made.status} ${made.text.slice(0, 300)}`)
      const { rows } = await system.query<{ slug: string }>('select slug from members where id = $1', [memberId])
      path = `/book/${rows[0]?.slug}/${slug}`
    },
    run: () => runConcurrently(atOnce * 5, () => send('GET', path)),
  }
}

function share(send: SendRequest, { atOnce }: Site): Load {
  let path = ''
  return {
    kind: 'page of a shared folder',
    name: '100 files with long names',
    prepare: async () => {
      const folder = parseId(await send('POST', '/api/v1/storage/folders', { name: `Ordner ${Date.now()}` }))
      for (let count = 0; count < 100; count += 1) {
        const name = `${count} ${'<['.repeat(90)}.txt`
        const form = createMultipartForm(() => [Buffer.from('Text')], name, { folder_id: folder })
        await send('POST', '/api/v1/storage/files', form, 'multipart/form-data; boundary=part')
      }
      const { url } = JSON.parse((await send('POST', `/api/v1/storage/folder-shares/${folder}`, {})).text)
      path = new URL(url).pathname
    },
    run: () => runConcurrently(atOnce * 5, () => send('GET', path)),
  }
}

/** Markdown of pages and comments, read and written in every form. */
function conversions(send: SendRequest, { atOnce }: Site): Load[] {
  return Object.entries(hostile).flatMap(([name, text]) => {
    let id = ''
    return [
      {
        kind: 'page from Markdown',
        name,
        run: () => runConcurrently(atOnce, () => send('POST', '/api/v1/pages', { title: name, content: text })),
      },
      {
        kind: 'page as Markdown and HTML',
        name,
        prepare: async () => {
          const paragraph = { type: 'paragraph', content: [{ type: 'text', text }] }
          id = parseId(
            await send('POST', '/api/v1/pages', { title: name, content: { type: 'doc', content: [paragraph] } }),
          )
        },
        run: () =>
          runConcurrently(atOnce * 2, (index) =>
            send('GET', `/api/v1/pages/${id}?format=${index % 2 ? 'markdown' : 'html'}`),
          ),
      },
    ]
  })
}
