import { expect, test } from 'vitest'
import { statementLimits } from '#features/billing/bank-import/statement'
import { maxFileBytes as mostOfFile } from '#features/content/files/read-upload'
import { maxFileBytes } from '../../src/web/graphql/post-file.ts'

test('the size limits of uploads match the service', () =>
  expect(maxFileBytes).toEqual({ kept: mostOfFile, read: statementLimits.bytes }))
