import type { Feature } from '#core/feature/feature'
import { detachAuthorFrom } from '#features/people/members/detach-author'
import { Comment } from './comment.entity.ts'
import { comments } from './comment.policy.ts'
import { CommentResolver, commentConstraints } from './comment.resolver.ts'
import { examples } from './comments.examples.ts'
import { TaskCommentsResolver } from './task-comments.resolver.ts'

export const feature = {
  name: 'comments',
  entities: [Comment],
  resolvers: [CommentResolver, TaskCommentsResolver],
  constraints: commentConstraints,
  readable: { Comment: comments.read },
  onDelete: { Member: detachAuthorFrom('comments') },
  examples,
  demo: async () => (await import('./comment.demo.ts')).commentDemo,
  fixture: () => import('./comments.fixture.ts'),
} satisfies Feature
