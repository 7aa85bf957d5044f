/** The yardstick for polls: node:http with a fixed answer, as long as a finished record. */
import { createServer } from 'node:http';

const answer = JSON.stringify({
  task_uuid: '0199a6a0-0000-7000-8000-000000000000',
  status: 'completed',
  prompt: 'A red kite over a green hill',
  result_image_url: `http://127.0.0.1:8080/media/0199a6a0-0000-7000-8000-000000000000/kite.jpg?e=1900000000&s=${'0'.repeat(43)}`,
  message: null,
});
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(answer) };

createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(answer);
}).listen(Number(process.argv[2]), '127.0.0.1');
