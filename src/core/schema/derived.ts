import { Field } from 'type-graphql'

type TypeFunction = () => object

/**
 * A field that an entity derives by a getter and a row of a read brings along as it is. (`@Field` on a getter would
 * copy the row into a new entity first, and fail on the getter.)
 */
export const Derived =
  (type: TypeFunction, options: { nullable?: boolean; description?: string } = {}) =>
  (target: object, key: string, _getter: PropertyDescriptor): void =>
    Field(type as never, options)(target, key)
