// --- SCATTERED

func.func @scattered(%t: tensor<4x8xi32>, %s: tensor<8xi32>) -> (tensor<4x8xi32>, tensor<8xi32>) {
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4x8xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = arith.constant dense<[true, false, true, true]> : vector<4xi1>
    %x = arith.constant dense<[7, 1, 0, 3]> : vector<4xindex>
    %z = arith.constant dense<9> : vector<4xi32>
    %row = tensor.extract_slice %o[%i, 0] [1, 8] [1, 1] : tensor<4x8xi32> to tensor<8xi32>
    %g = vector.gather %s[%c0] [%x], %m, %z : tensor<8xi32>, vector<4xindex>, vector<4xi1>, vector<4xi32> into vector<4xi32>
    %w = vector.mask %m { vector.transfer_write %g, %row[%c1] {in_bounds = [true]} : vector<4xi32>, tensor<8xi32> } : vector<4xi1> -> tensor<8xi32>
    %u = vector.scatter %w[%c0] [%x], %m, %g : tensor<8xi32>, vector<4xindex>, vector<4xi1>, vector<4xi32> -> tensor<8xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %u into %o[%i, 0] [1, 8] [1, 1] : tensor<8xi32> into tensor<4x8xi32>
    }
  }
  func.return %r, %s : tensor<4x8xi32>, tensor<8xi32>
}
