import { Field } from 'type-graphql'

type TypeFunction = () => object

/**
 * A field with a getter in the entity, which rows provide as a column. (`@Field` on a getter would copy the row into a new
 * entity and fail.)
 */
export const DerivedField =
  (type: TypeFunction, options: { nullable?: boolean; description?: string } = {}) =>
  (target: object, key: string, _getter: PropertyDescriptor): void =>
    Field(type as never, options)(target, key)
