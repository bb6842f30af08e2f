// How V8 collects young objects (docs/decisions/0074): imported before anything else, since it decides early what it
// makes where. Of a flag that a version does not know it says that it is ignored.
import { setFlagsFromString } from 'node:v8'

// Otherwise V8 makes what is like the objects that outlived a burst old at once, for as long as the process lives.
setFlagsFromString('--no-allocation-site-pretenuring')
// From one megabyte to all that young objects may take, at once. In steps of two it takes a minute of many calls, and
// as long as there is little room, what calls are still using when it is full grows old.
setFlagsFromString('--semi-space-growth-factor=32')
