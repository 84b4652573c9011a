import { expect, test } from 'vitest'
import { selectTopResults } from '../../src/web/shell/top-results.ts'

const results = (...kinds: string[]) => kinds.map((kind, index) => ({ kind, id: String(index) }))
const shown = (...kinds: string[]) => selectTopResults(results(...kinds)).map(({ kind, id }) => `${kind} ${id}`)

test('selectTopResults prefers the best of each kind', () => {
  const many = Array.from({ length: 20 }, () => 'client')
  expect(shown(...many, 'task', 'invoice')).toEqual([
    ...['client 0', 'client 1', 'client 2', 'client 3', 'client 4', 'client 5'],
    ...['task 20', 'invoice 21'],
  ])
})

test('selectTopResults keeps a short list as it is', () =>
  expect(shown('task', 'client', 'task')).toEqual(['task 0', 'client 1', 'task 2']))
