"""Which process keeps which table, where several serve one house."""
