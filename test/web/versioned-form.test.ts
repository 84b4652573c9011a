import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Forms that write what was changed in them alone, or what was missing: nothing of somebody else is written over. */
const others = [
  'src/web/files/file-dialogs.tsx',
  'src/web/settings/documents/settings-form.tsx',
  'src/web/settings/numbering/numbering.tsx',
  'src/web/signing/send-to-sign-dialog.tsx',
  'src/web/whiteboards/whiteboard-page.tsx',
]

const sources = (pattern: string) =>
  new Map(
    globSync(pattern)
      .sort()
      .map((file) => [file, readFileSync(file, 'utf8')]),
  )

test('forms that send a version handle conflicts', () => {
  const documents = [...sources('src/web/**/*.graphql').values()].join('\n')
  const versioned = [...documents.matchAll(/^mutation (\w+)\(([^)]*)\)/gm)]
    .filter(([, , given]) => given?.includes('$version'))
    .map(([, name]) => `${name}Document`)
  expect(versioned).toContain('UpdateWebhookDocument')
  const forms = [...sources('src/web/**/*.tsx')].filter(
    ([, text]) => /<Form\b/.test(text) && versioned.some((name) => text.includes(`useMutation(${name})`)),
  )
  const silent = forms.filter(
    ([, text]) => !/\bsave\((async )?\(version\) =>|\bguardVersion\(|<ConflictNotice\b/.test(text),
  )
  expect(silent.map(([file]) => file)).toEqual(others)
})
