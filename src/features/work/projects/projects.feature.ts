import { concurrentChange } from '#core/errors/database-error'
import type { Feature } from '#core/feature/feature'
import { BoardResolver } from './board.resolver.ts'
import { ClientProjectsResolver } from './client-projects.resolver.ts'
import { Column } from './column.entity.ts'
import { ColumnResolver } from './column.resolver.ts'
import { detachClientFromProjects } from './detach-client.ts'
import { Project } from './project.entity.ts'
import { projects } from './project.policy.ts'
import { ProjectResolver, projectConstraints } from './project.resolver.ts'
import { examples } from './projects.examples.ts'

export const feature = {
  name: 'projects',
  entities: [Project, Column],
  resolvers: [ProjectResolver, ClientProjectsResolver, ColumnResolver, BoardResolver],
  constraints: { ...projectConstraints, project_columns_project_key: concurrentChange },
  readable: { Project: projects.read },
  searchable: [{ kind: 'project', table: 'projects', permission: projects.read }],
  onDelete: { Client: detachClientFromProjects },
  examples,
  demo: async () => (await import('./project.demo.ts')).projectDemo,
  fixture: () => import('./projects.fixture.ts'),
} satisfies Feature
