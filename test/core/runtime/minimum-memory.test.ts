import { expect, test } from 'vitest'
import { describeMemory, minimumMemory } from '#core/runtime/minimum-memory'

test('reports too little memory with the required figure', () => {
  expect(describeMemory(minimumMemory)).toEqual({ isEnough: true, text: '1,024 MB' })
  expect(describeMemory(256 * 1024 * 1024)).toEqual({
    isEnough: false,
    text: '256 MB of memory; Kontor needs 1,024 MB',
  })
})

test("reports this machine's memory", () => {
  expect(describeMemory().text).toMatch(/^[\d,]+ MB/)
})
