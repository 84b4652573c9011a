import { readFileSync } from 'node:fs'
import { describe, expect, inject, test } from 'vitest'
import { findBrokenRules } from './broken-rules.ts'
import { assertPortable, judgeStatement } from './judge-statements.ts'
import { rules } from './rules.ts'

const page = readFileSync('docs/portable-sql.md', 'utf8')

const types = inject('columnTypes')

describe.each(Object.entries(rules))('%s', (name, { refused, accepted }) => {
  test.each(refused)('is broken by what Citus refuses, and nothing else is: %s', (text) =>
    expect(findBrokenRules(text, { types })).toEqual([name]),
  )
  test.each(accepted)('is kept by what it accepts: %s', (text) => expect(findBrokenRules(text, { types })).toEqual([]))
  test('has its place in the documentation', () => expect(page).toContain(`| ${name} |`))
})

test('a parameter that is null is as bad as null, and one that is not is not', () => {
  const text = rules['no null in an outer join'].refused[0].replace('= null', '= $2')
  expect(findBrokenRules(text)).toEqual([])
  expect(findBrokenRules(text, { nulls: [2] })).toEqual(['no null in an outer join'])
})

test('null that stands for all is taken, as nothing is left of the condition', () => {
  const text = `select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and ($2::uuid is null or t.id = $2)
    where p.organization_id = $1`
  expect(findBrokenRules(text, { nulls: [2] })).toEqual([])
  expect(findBrokenRules(text.replace('left join', 'join'), { nulls: [2] })).toEqual([])
})

test('columns in common are judged beside what is no table, too', () => {
  const text = 'select nodename, result from run_command_on_all_nodes($1) join pg_dist_node using (nodeid)'
  expect(findBrokenRules(text)).toEqual([])
  const counted = `select p.id, t.count from (select organization_id, count(*) from tasks where organization_id = $1 group by 1) t
    join projects p using (organization_id)`
  expect(findBrokenRules(counted)).toEqual(['organization in every part'])
})

test('what the body of a function does is judged as what is sent, its variables as values', () => {
  const body = (moment: string) => `create function f(p_organization uuid) returns void language plpgsql as $$
    declare v_moment timestamptz := clock_timestamp();
    begin
      update clients set updated_at = ${moment} where organization_id = p_organization;
    end $$`
  expect(findBrokenRules(body('v_moment'))).toEqual([])
  expect(findBrokenRules(body('clock_timestamp()'))).toEqual(['nothing volatile in a change'])
})

describe('a statement of the service that breaks a rule', () => {
  const text = 'update clients set updated_at = clock_timestamp() where organization_id = $1'
  const sent = { text, values: [], isPrepared: true }

  test('fails the test that has it sent, once, by the names of rule and place', () => {
    judgeStatement({ ...sent, place: () => 'src/features/clients.ts:7:1' })
    expect(assertPortable).toThrow(
      /nothing volatile in a change: src\/features\/clients\.ts:7:1\n {2}Citus: functions used/,
    )
    expect(assertPortable).not.toThrow()
  })

  test('is not portable for want of somebody who can judge it', () => {
    judgeStatement({ ...sent, text: 'selct 1', place: () => 'src/features/clients.ts:7:1' })
    expect(assertPortable).toThrow(
      /not to be judged: src\/features\/clients\.ts:7:1\n {2}The linter: syntax error at or near "selct"\n {2}selct 1/,
    )
  })

  test('is judged by the types of its columns', () => {
    judgeStatement({
      ...sent,
      text: rules['nothing stable with a column in a change'].refused[1],
      place: () => 'src/a.ts:1:1',
    })
    expect(assertPortable).toThrow(/nothing stable with a column in a change/)
  })

  test('changes one table at once; what nobody is seen to write is a migration', () => {
    const together = { ...sent, text: rules['one change a text'].refused[1] }
    judgeStatement({ ...together, place: () => 'src/features/tasks.ts:7:1' })
    expect(assertPortable).toThrow(/one change a text: src\/features\/tasks\.ts:7:1/)
    judgeStatement({ ...together, place: () => undefined })
    expect(assertPortable).not.toThrow()
  })

  test('fails it where no place is to be seen, too; one that a test sends itself does not', () => {
    judgeStatement({ ...sent, place: () => undefined })
    expect(assertPortable).toThrow(/a place that is not to be seen/)
    judgeStatement({ ...sent, place: () => 'test/features/clients.test.ts:7:1' })
    expect(assertPortable).not.toThrow()
  })
})
