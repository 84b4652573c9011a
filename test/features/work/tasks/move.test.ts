import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { house, scenario } from '../../../harness/house.ts'

const at = house()
const missing = '00000000-0000-4000-8000-000000000000'
let board: Board
let tasks: string[]

interface Board {
  project: string
  columns: string[]
}

async function newBoard(name: string): Promise<Board> {
  const { body } = await at.owner.rest('POST', '/projects', { name })
  return { project: body.id, columns: body.columns.map(({ id }: { id: string }) => id) }
}

async function fill({ project, columns }: Board, column: number, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const task = { title: `${column}.${index}`, project_id: project, column_id: columns[column] }
    ids.push((await at.owner.rest('POST', '/tasks', task)).body.id)
  }
  return ids
}

/** What the board shows: the ids of each column, in order; positions must count them. */
async function shown({ project }: Board): Promise<string[][]> {
  const { body } = await at.viewer.rest('GET', `/projects/${project}/columns`)
  return body.map(({ tasks: cards }: { tasks: { id: string; position: number }[] }) => {
    expect(cards.map(({ position }) => position)).toEqual(cards.map((_, index) => index))
    return cards.map(({ id }) => id)
  })
}

const move = (id: string | undefined, column: string | undefined, position?: number) =>
  at.owner.rest('PATCH', `/tasks/${id}/move`, { column_id: column, position })

beforeAll(async () => {
  board = await newBoard('Bewegung')
  tasks = await fill(board, 0, 3)
})

describe('moving a task', () => {
  scenario(at, 'to the front', () => ({
    as: 'member',
    patch: `/tasks/${tasks[2]}/move`,
    send: { column_id: board.columns[0], position: 0 },
    status: 200,
    body: { position: 0, version: 2 },
    events: ['task.moved'],
  }))
  test('every reader sees the new order', async () => {
    expect((await shown(board))[0]).toEqual([tasks[2], tasks[0], tasks[1]])
  })
  scenario(at, 'to where it stands already says nothing', () => ({
    patch: `/tasks/${tasks[2]}/move`,
    send: { column_id: board.columns[0], position: 0 },
    status: 200,
    body: { position: 0, version: 2 },
  }))
  scenario(at, 'beyond the end: at the end', () => ({
    patch: `/tasks/${tasks[2]}/move`,
    send: { column_id: board.columns[0], position: 900 },
    status: 200,
    body: { position: 2 },
    events: ['task.moved'],
  }))
  scenario(at, 'between two others', () => ({
    patch: `/tasks/${tasks[2]}/move`,
    send: { column_id: board.columns[0], position: 1 },
    status: 200,
    body: { position: 1 },
    events: ['task.moved'],
  }))
  scenario(at, 'to another column', () => ({
    patch: `/tasks/${tasks[2]}/move`,
    send: { column_id: board.columns[3], position: 5 },
    status: 200,
    body: { position: 0, column: { name: 'Erledigt' }, status: 'open' },
    events: ['task.moved'],
  }))
  test('to another project', async () => {
    const other = await newBoard('Anderes')
    await fill(other, 1, 2)
    const { body } = await at.owner.rest('PATCH', `/tasks/${tasks[2]}/move`, {
      column_id: other.columns[1],
      project_id: other.project,
      position: 1,
    })
    expect(body).toMatchObject({ project_id: other.project, project: { name: 'Anderes' }, position: 1 })
    expect((await move(tasks[2], board.columns[0])).body).toMatchObject({ project_id: board.project, position: 2 })
  })
  test('counts open tasks alone: a done one between them keeps its place', async () => {
    const own = await newBoard('Mit erledigten')
    const [a, b, c] = await fill(own, 0, 3)
    await at.owner.rest('PATCH', `/tasks/${b}/toggle-done`)
    expect((await move(c, own.columns[0], 0)).body.position).toBe(0)
    expect((await move(c, own.columns[0], 1)).body.position).toBe(1)
    expect((await at.owner.rest('PATCH', `/tasks/${b}/toggle-done`)).body.position).toEqual(expect.any(Number))
    expect((await shown(own))[0]?.toSorted()).toEqual([a, b, c].toSorted())
  })
  scenario(at, 'needs a column', () => ({
    patch: `/tasks/${tasks[0]}/move`,
    send: { position: 0 },
    status: 400,
    body: { field: 'column_id' },
  }))
  for (const [what, send, field] of [
    ['a column that does not exist', () => ({ column_id: missing, position: 0 }), 'column_id'],
    ['a negative position', () => ({ column_id: board.columns[0], position: -1 }), 'position'],
    ['half a position', () => ({ column_id: board.columns[0], position: 0.5 }), 'position'],
    ['a column of another project', () => ({ column_id: board.columns[0], project_id: missing }), 'column_id'],
  ] as const)
    scenario(at, `refuses ${what}`, () => ({
      patch: `/tasks/${tasks[0]}/move`,
      send: send(),
      status: 422,
      body: { field },
    }))
  scenario(at, 'a stale version is refused', () => ({
    patch: `/tasks/${tasks[2]}/move`,
    send: { column_id: board.columns[0], position: 0 },
    headers: { 'if-match': '"1"' },
    status: 412,
  }))
  scenario(at, 'is refused to a viewer', () => ({
    as: 'viewer',
    patch: `/tasks/${tasks[0]}/move`,
    send: { column_id: board.columns[0], position: 0 },
    status: 403,
  }))
})

test('150 moves into one gap leave the order right, and ranks short', async () => {
  const own = await newBoard('Enge')
  const [first, a, b] = await fill(own, 0, 3)
  const versions = new Map<string, number>()
  for (let count = 0; count < 150; count++) {
    const { body } = await move(count % 2 ? a : b, own.columns[0], 1)
    versions.set(body.id, body.version)
  }
  expect((await shown(own))[0]).toEqual([first, a, b])
  const { rows } = await at.app.system.query<{ decimals: number }>(
    'select max(scale(rank)) as decimals from tasks where organization_id = $1 and column_id = $2',
    [at.organizationId, own.columns[0]],
  )
  expect(rows[0]?.decimals).toBeLessThan(101)
  expect((await at.owner.rest('GET', `/tasks/${first}`)).body.version).toBe(1)
})

test('any sequence of moves ends as the same moves of an array do', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ task: fc.nat(5), column: fc.nat(2), position: fc.nat(7) }), { minLength: 1, maxLength: 15 }),
      async (moves) => {
        const own = await newBoard('Modell')
        const ids = await fill(own, 0, 6)
        const model = [[...ids], [], [], []] as string[][]
        for (const { task, column, position } of moves) {
          const id = ids[task] as string
          for (const cards of model) if (cards.includes(id)) cards.splice(cards.indexOf(id), 1)
          model[column]?.splice(position, 0, id)
          const { body } = await move(id, own.columns[column], position)
          expect(body.position).toBe(model[column]?.indexOf(id))
        }
        expect(await shown(own)).toEqual(model)
      },
    ),
    { numRuns: 12 },
  )
}, 60_000)

test('200 random moves by 8 clients at once end in one permutation that every reader sees alike', async () => {
  const here = await newBoard('Viele')
  const there = await newBoard('Auch')
  const ids = [...(await fill(here, 0, 12)), ...(await fill(there, 0, 8))]
  const columns = [...here.columns.slice(0, 3), ...there.columns.slice(0, 1)]
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)]
  const client = async () => {
    for (let count = 0; count < 25; count++) {
      const { status, body } = await move(pick(ids), pick(columns), Math.floor(Math.random() * 12))
      expect(status, JSON.stringify(body)).toBe(200)
    }
  }
  await Promise.all(Array.from({ length: 8 }, client))
  const boards = [...(await shown(here)), ...(await shown(there))]
  expect(boards.flat().toSorted()).toEqual(ids.toSorted())
  for (const { project } of [here, there]) {
    const list = (await at.owner.rest('GET', `/projects/${project}/tasks`)).body.tasks
    const { data } = await at.owner.graphql(
      `{ project(id: "${project}") { columns { id tasks { id position } } }
         projectTasks(id: "${project}") { tasks { id position columnId } } }`,
    )
    const board = await at.viewer.rest('GET', `/projects/${project}/columns`)
    const fromBoard = board.body.flatMap(({ id: columnId, tasks: cards }: { id: string; tasks: object[] }) =>
      cards.map((card) => ({ ...pickId(card), columnId })),
    )
    const sorted = (rows: { id: string }[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const expected = sorted(fromBoard)
    expect(sorted(list.map((row: Row) => ({ ...pickId(row), columnId: row.column_id })))).toEqual(expected)
    expect(sorted(data.projectTasks.tasks.map((row: Row) => ({ ...row })))).toEqual(expected)
    expect(
      sorted(
        data.project.columns.flatMap(({ id: columnId, tasks: cards }: { id: string; tasks: Row[] }) =>
          cards.map((card) => ({ ...card, columnId })),
        ),
      ),
    ).toEqual(expected)
  }
}, 60_000)

interface Row {
  id: string
  position: number
  column_id?: string
}

const pickId = (row: object) => {
  const { id, position } = row as Row
  return { id, position }
}
