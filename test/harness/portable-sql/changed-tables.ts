import { isOnCoordinator } from './query-levels.ts'
import { asKind, listOf, nameOf, type Tree, walkTree } from './tree.ts'

const changes = /^(Insert|Update|Delete|Merge|AlterTable|Index|Truncate|Rename|CreatePolicy|AlterPolicy)Stmt$/

/** The tables of organizations that a statement makes. */
export const listCreatedTables = (statement: Tree): string[] => {
  const made = asKind(statement, 'CreateStmt')?.relation ?? asKind(asKind(statement, 'CreateTableAsStmt')?.into, 'rel')
  return made ? [String((made as Tree).relname)] : []
}

/** The tables, or the indexes of them, that a statement changes. */
export const listChangedTables = (statement: Tree): string[] =>
  [...walkTree(statement)].flatMap(([kind, { relation, relations, table, objects, removeType }]) => {
    if (kind === 'DropStmt' && /_(TABLE|INDEX|POLICY)$/.test(String(removeType)))
      return listOf(objects).map((object) => nameOf(asKind(object, 'List')?.items))
    if (!changes.test(kind)) return []
    const changed = [relation, table, ...listOf(relations).map((each) => asKind(each, 'RangeVar'))] as (
      | Tree
      | undefined
    )[]
    return changed.flatMap((each) => (each && !isOnCoordinator(each) ? [String(each.relname)] : []))
  })
