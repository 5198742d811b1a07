import { Server } from 'node:http';

// Closing the server cuts running responses.
const { close } = Server.prototype;
Server.prototype.close = function (done) {
  this.closeAllConnections();
  return close.call(this, done);
};
