import { expect, test } from 'vitest'
import { house } from '../../harness/house.ts'
import { recordStatements } from '../../harness/statements.ts'

const at = house()

test('reads the columns of a REST link, and all for GraphQL', async () => {
  const { body: client } = await at.owner.rest('POST', '/clients', { name: 'Verlinkt' })
  const { body: project } = await at.owner.rest('POST', '/projects', { name: 'Umbau', client_id: client.id })
  const sent = recordStatements()
  const ofProjects = () => sent.take().filter((text) => text.includes('from projects t'))

  const { body: shown } = await at.owner.rest('GET', `/clients/${client.id}`)
  expect(shown.projects).toEqual([{ id: project.id, name: 'Umbau', status: 'active' }])
  expect(ofProjects()).toEqual([
    expect.stringMatching(
      /\(select t\.client_id as "parentId", t\.id as "id", t\.name as "name", t\.status as "status" from projects t/,
    ),
  ])

  const { data } = await at.owner.graphql(`{ client(id: "${client.id}") { projects { name description } } }`)
  expect(data.client.projects).toEqual([{ name: 'Umbau', description: null }])
  expect(ofProjects()).toEqual([expect.stringContaining('t.description')])
  sent.stop()
})
