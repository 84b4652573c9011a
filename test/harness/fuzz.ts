import fc from 'fast-check'
import { repetitions } from './nightly.ts'

const times = repetitions('FUZZ_TIMES', 1, 10)

/** Options of a property test, reproducible; FUZZ_TIMES multiplies the runs and FUZZ_SEED changes the input. */
export const fuzzOptions = (numRuns: number) => ({
  numRuns: numRuns * times,
  seed: Number(process.env.FUZZ_SEED ?? 2026),
})

/** Options of a test that does so: more often takes longer. */
export const fuzzTestOptions = { timeout: 120_000 * times }

/** What parsers stumble over. */
const stumbling = [
  ...[
    '',
    '0',
    '1',
    '-1',
    '00',
    '1e9',
    '9999999999999999999',
    'NaN',
    '1,00',
    '1.',
    '1.005',
    '-0',
    'true',
    'null',
    '2026-02-30',
    '0000-00-00',
  ],
  ...[
    '99991231',
    '260230',
    '<',
    '>',
    '&',
    '&#0;',
    '&amp;',
    '<!--',
    ']]>',
    '<![CDATA[',
    '<?',
    '"',
    "'",
    '\r',
    '\n',
    '\n-',
    '\t',
    ':61:',
    ':86:',
    '?20',
    '?32',
  ],
  ...[
    '\0',
    '\u00ad',
    '\u202e',
    '\ud83d\ude00',
    'ẞ',
    'x'.repeat(300),
    '--',
    '\r\n\r\n',
    ';',
    '=',
    ':',
    '{',
    '}',
    '[',
    ']',
  ],
]

/** Mutates a text by cutting, duplicating, swapping and inserting problematic input. */
export function mutate(original: string): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.nat(original.length),
    length: fc.oneof(fc.nat(12), fc.nat(400)),
    put: fc.oneof(
      fc.constantFrom(...stumbling),
      fc.nat(Math.max(0, original.length - 50)).map((from) => original.slice(from, from + 50)),
    ),
  })
  return fc
    .array(edit, { minLength: 1, maxLength: 6 })
    .map((edits) =>
      edits.reduce((text, { at, length, put }) => text.slice(0, at) + put + text.slice(at + length), original),
    )
}
