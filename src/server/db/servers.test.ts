import { expect, test } from 'vitest'
import { serversOf } from './servers.ts'

test.each([
  ['postgres://ann:s3cret@one/lanyard', ['postgres://ann:s3cret@one/lanyard']],
  [
    'postgres://ann:s3cret@one:5432,two:5433/lanyard?sslmode=require&target_session_attrs=read-write',
    [
      'postgres://ann:s3cret@one:5432/lanyard?sslmode=require',
      'postgres://ann:s3cret@two:5433/lanyard?sslmode=require',
    ],
  ],
  [
    'postgres://ann@localhost/lanyard?host=/run/one,/run/two',
    [
      'postgres://ann@localhost/lanyard?host=%2Frun%2Fone',
      'postgres://ann@localhost/lanyard?host=%2Frun%2Ftwo',
    ],
  ],
  ['postgres://ann:a%2Cb@one/lanyard', ['postgres://ann:a%2Cb@one/lanyard']],
])('%s names %j', (url, servers) => {
  expect(serversOf(url)).toEqual(servers)
})
