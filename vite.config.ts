import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = path.resolve(import.meta.dirname, 'web')

// Two documents, two bundles: the sign-in page never pulls the portal. `base: './'` leaves the base to the page's tag.
export default defineConfig({
  root,
  base: './',
  plugins: [react()],
  resolve: {
    alias: {
      '#contract': path.resolve(import.meta.dirname, 'contract'),
      '#web': root,
      // In the browser the contract's schemas are types only: nothing is parsed there (web/lib/inert-zod.ts).
      zod: path.join(root, 'lib/inert-zod.ts'),
    },
  },
  build: {
    outDir: path.resolve(import.meta.dirname, 'out/web'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    rolldownOptions: {
      input: { portal: path.join(root, 'index.html'), account: path.join(root, 'account.html') },
    },
  },
})
