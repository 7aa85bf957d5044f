/** The yardstick for submits: Fastify with a JSON body schema and a fixed answer. No key, no database, no log. */
import Fastify from 'fastify';

const answer = { task_uuid: '0199a6a0-0000-7000-8000-000000000000', status: 'pending', price: '0.0390' };

const app = Fastify({ logger: false });

app.post(
  '/v1/epsilon-images/generate',
  {
    schema: {
      body: {
        type: 'object',
        required: ['prompt'],
        properties: {
          prompt: { type: 'string', minLength: 1, maxLength: 4000 },
          aspect_ratio: { type: 'string', enum: ['1:1', '16:9', '9:16', '4:3', '3:4', '4:5', '5:4'] },
        },
      },
    },
  },
  (_request, reply) => reply.send(answer),
);

await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
