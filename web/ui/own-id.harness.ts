/** Of who is signed in in the harnesses of the specs. */
export const ownId = '00000000-0000-4000-8000-00000000a001'
