import { expect, test } from 'vitest'
import { mostOfStatement } from '#features/billing/bank-import/statement'
import { maxFileBytes as mostOfFile } from '#features/content/files/read-upload'
import { maxFileBytes } from '../../src/web/graphql/post-file.ts'

test('the app sends no file that the service would find too large', () =>
  expect(maxFileBytes).toEqual({ kept: mostOfFile, read: mostOfStatement.bytes }))
