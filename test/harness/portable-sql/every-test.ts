import { afterAll, afterEach, inject } from 'vitest'
import { assertPortable, setColumnTypes } from './judge-statements.ts'

setColumnTypes(inject('columnTypes'))

// Every statement that a test has the service send passes the rules, and the test fails where one does not.
afterEach(assertPortable)
afterAll(assertPortable)
