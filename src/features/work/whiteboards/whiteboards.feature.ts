import type { Feature } from '#core/feature/feature'
import { projects } from '#features/work/projects/project.policy'
import { Whiteboard } from './whiteboard.entity.ts'
import { WhiteboardResolver, WhiteboardSceneResolver } from './whiteboard.resolver.ts'

import { examples } from './whiteboards.examples.ts'

export const feature = {
  name: 'whiteboards',
  entities: [Whiteboard],
  resolvers: [WhiteboardResolver, WhiteboardSceneResolver],
  searchable: [{ kind: 'whiteboard', table: 'whiteboards', permission: projects.read }],
  examples,
  demo: async () => (await import('./whiteboard.demo.ts')).whiteboardDemo,
  fixture: () => import('./whiteboards.fixture.ts'),
} satisfies Feature
