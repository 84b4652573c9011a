import { Link } from '@tanstack/react-router'
import type { FoldersQuery } from '#schema/web/graphql'
import { messages } from './files.messages.ts'

type Folder = NonNullable<FoldersQuery['folders']>['folders'][number]

/** The ancestors of a folder from the top, ending with the folder itself. */
export function findFolderPath(all: readonly Folder[], folder: string | null | undefined): Folder[] {
  const path: Folder[] = []
  for (let at = all.find(({ id }) => id === folder); at && !path.includes(at); ) {
    path.unshift(at)
    const { parentId } = at
    at = all.find(({ id }) => id === parentId)
  }
  return path
}

export const FolderBreadcrumbs = ({ folders }: { folders: readonly Folder[] }) => (
  <>
    <Link to="/files">{messages.files}</Link>
    {folders.map(({ id, name }) => (
      <span key={id}>
        {' / '}
        <Link to="/files" search={{ folder: id }}>
          {name}
        </Link>
      </span>
    ))}
  </>
)
