// The baseline for the board: node:http and pg, two prepared statements and rows as JSON, without tokens, limits and tenants.
import { createServer } from 'node:http'
import { Pool, types } from 'pg'

const [url = '', organization = ''] = process.argv.slice(2)
types.setTypeParser(types.builtins.INT8, Number)
types.setTypeParser(types.builtins.DATE, (text) => text)
const pool = new Pool({ connectionString: url, max: 10 })

const columns = `select id, name, sort_order from project_columns
  where organization_id = $1 and project_id = $2 order by sort_order`

const tasks = `
  with board as materialized (
    select t.column_id, t.id, t.title, t.due_date, t.priority,
      row_number() over (partition by t.column_id order by t.rank) - 1 as position
    from tasks t join project_columns k on k.organization_id = t.organization_id and k.id = t.column_id
    where t.organization_id = $1 and t.status = 'open' and k.project_id = $2
  ), ids as materialized (
    select array_agg(id) as ids from board
  )
  select b.*, coalesce(s.total, 0) as subtask_total, coalesce(s.completed, 0) as subtask_completed,
    coalesce(c.total, 0) as comment_count, coalesce(e.minutes, 0) as time_tracked_minutes,
    coalesce(g.tags, '[]') as tags, coalesce(a.assignees, '[]') as assignees
  from board b
  left join (
    select task_id, count(*) as total, count(*) filter (where done) as completed from subtasks
    where organization_id = $1 and task_id = any((select ids from ids)::uuid[]) group by task_id
  ) s on s.task_id = b.id
  left join (
    select task_id, count(*) as total from comments
    where organization_id = $1 and task_id = any((select ids from ids)::uuid[]) group by task_id
  ) c on c.task_id = b.id
  left join (
    select task_id, (sum(duration_seconds) / 60)::int as minutes from time_entries
    where organization_id = $1 and task_id = any((select ids from ids)::uuid[]) group by task_id
  ) e on e.task_id = b.id
  left join (
    select l.task_id, json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name, g.id) as tags
    from task_tags l join tags g on g.organization_id = l.organization_id and g.id = l.tag_id
    where l.organization_id = $1 and l.task_id = any((select ids from ids)::uuid[]) group by l.task_id
  ) g on g.task_id = b.id
  left join (
    select l.task_id, json_agg(json_build_object('id', m.id, 'name', m.name) order by m.name, m.id) as assignees
    from task_assignees l join members m on m.organization_id = l.organization_id and m.id = l.member_id
    where l.organization_id = $1 and l.task_id = any((select ids from ids)::uuid[]) group by l.task_id
  ) a on a.task_id = b.id
  order by b.column_id, b.position`

const server = createServer(async (request, response) => {
  const values = [organization, request.url?.split('/')[2]]
  const [found, open] = await Promise.all([
    pool.query({ name: 'columns', text: columns, values }),
    pool.query({ name: 'tasks', text: tasks, values }),
  ])
  const board = new Map(found.rows.map((column) => [column.id, { ...column, tasks: [] as object[] }]))
  for (const { column_id, ...task } of open.rows) board.get(column_id)?.tasks.push(task)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify([...board.values()]))
})

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
