import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { brokenRules } from './broken-rules.ts'
import { assertPortable, judge } from './heard.ts'
import { rules } from './rules.ts'

const page = readFileSync('docs/portable-sql.md', 'utf8')

describe.each(Object.entries(rules))('%s', (name, { refused, accepted }) => {
  test('is broken by what Citus refuses, and nothing else is', () => expect(brokenRules(refused)).toEqual([name]))
  test('is kept by what it accepts', () => expect(brokenRules(accepted)).toEqual([]))
  test('has its place in the documentation', () => expect(page).toContain(`| ${name} |`))
})

test('a parameter that is null is as bad as null, and one that is not is not', () => {
  const text = rules['no null in an outer join'].refused.replace('= null', '= $2')
  expect(brokenRules(text)).toEqual([])
  expect(brokenRules(text, { nulls: [2] })).toEqual(['no null in an outer join'])
})

test('what the body of a function does is judged as what is sent, its variables as values', () => {
  const body = (moment: string) => `create function f(p_organization uuid) returns void language plpgsql as $$
    declare v_moment timestamptz := clock_timestamp();
    begin
      update clients set updated_at = ${moment} where organization_id = p_organization;
    end $$`
  expect(brokenRules(body('v_moment'))).toEqual([])
  expect(brokenRules(body('clock_timestamp()'))).toEqual(['nothing volatile in a change'])
})

describe('a statement of the service that breaks a rule', () => {
  const text = 'update clients set updated_at = clock_timestamp() where organization_id = $1'
  const sent = { text, values: [], isPrepared: true }

  test('fails the test that has it sent, once, by the names of rule and place', () => {
    judge({ ...sent, place: () => 'src/features/clients.ts:7:1' })
    expect(assertPortable).toThrow(
      /nothing volatile in a change: src\/features\/clients\.ts:7:1\n {2}Citus: functions used/,
    )
    expect(assertPortable).not.toThrow()
  })

  test('fails it where no place is to be seen, too; one that a test sends itself does not', () => {
    judge({ ...sent, place: () => undefined })
    expect(assertPortable).toThrow(/a place that is not to be seen/)
    judge({ ...sent, place: () => 'test/features/clients.test.ts:7:1' })
    expect(assertPortable).not.toThrow()
  })
})
