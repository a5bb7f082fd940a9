import { testOnAPhone } from './engines/on-a-phone.ts'
import { openWebKit } from './engines/webkit.ts'

testOnAPhone('WebKit', '/usr/bin/WebKitWebDriver', openWebKit)
